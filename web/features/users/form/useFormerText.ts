import { adduserLimits as limits } from '@gen/contract.ts';
import { formerUser } from '@gen/records.ts';
import { useEffect, useState } from 'react';
import useSWR from 'swr';
import { formatDay, t } from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { userText } from '../../../lib/recordTexts.ts';

/** An ID that was not changed for this time is asked about. */
const TYPING_MS = 300;

function useTyped(userid: number | null): number | null {
  const [typed, setTyped] = useState(userid);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(userid), TYPING_MS);
    return () => clearTimeout(timer);
  }, [userid]);
  return typed;
}

const isUserId = (userid: number | null): userid is number =>
  userid !== null && userid >= limits.userid.min && userid <= limits.userid.max;

/** Text for the ID of a new user that records name already; undefined for others, and for accounts that may not read records. */
export function useFormerText(userid: number | null): string | undefined {
  const mayRead = usePower('advSetting')?.read ?? false;
  const typed = useTyped(userid);
  const isAsked = mayRead && isUserId(typed);
  const { data } = useSWR(
    isAsked ? ['formerUser', typed] : null,
    () => formerUser({ userid: typed ?? 0 }, { handles: () => true }),
    { revalidateOnFocus: false, dedupingInterval: 0 },
  );
  if (data === undefined || !data.named || userid === null || typed !== userid) return undefined;
  return t('users.idFormer', { name: userText({ userid, username: data.name }), day: formatDay(data.day) });
}
