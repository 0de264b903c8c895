/** A super session: the engineer password turns a session into one, for a limited time. */
import { useEffect, useState } from 'react';
import { patchSession, useSession } from './session.ts';

export function noteSuper(seconds: number): void {
  patchSession({ superLogin: false, superUntil: Date.now() + seconds * 1000 });
}

/** Whether this session is one. The terminal checks each call; this only avoids dead ends. */
export function useIsSuper(): boolean {
  const until = useSession()?.superUntil ?? 0;
  const [, drawAgain] = useState(0);
  useEffect(() => {
    const left = until - Date.now();
    if (left <= 0) return undefined;
    const timer = setTimeout(() => drawAgain((times) => times + 1), left);
    return () => clearTimeout(timer);
  }, [until]);
  return until > Date.now();
}
