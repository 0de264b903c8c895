/** Which fields of a form are on the page: a field that is not visible must not block a save. */
import { useLayoutEffect, useRef, useState } from 'react';

export interface Drawn {
  /** Registers a drawn field; called during rendering. */
  readonly note: (name: string) => void;
  /** Whether it is on the page now. */
  readonly has: (name: string) => boolean;
  /** Fields that were on the page before and are not now. Values that never had a field are not among them. */
  readonly hidden: ReadonlySet<string>;
}

export function useDrawn(): Drawn {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const ever = useRef(new Set<string>());
  const now = useRef<ReadonlySet<string>>(new Set());
  const drawing = new Set<string>();
  useLayoutEffect(() => {
    now.current = drawing;
    for (const name of drawing) ever.current.add(name);
    const gone = new Set([...ever.current].filter((name) => !drawing.has(name)));
    setHidden((before) => (isSameSet(before, gone) ? before : gone));
  });
  return { note: (name) => drawing.add(name), has: (name) => now.current.has(name), hidden };
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name));
}
