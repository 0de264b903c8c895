import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListState, readListState, writeListState } from './listState.ts';

const LIST = '/user/userList';
let lastAddress = LIST;

/** The list as it was last seen, filters and page included: where a form goes back to. */
export function listAddress(): string {
  return lastAddress;
}

export type ChangeAddress = (next: ListState, how?: { replace: boolean }) => void;

/** State of the list in the address. Typing replaces the entry of the history, every other change adds one. */
export function useListAddress(): { state: ListState; change: ChangeAddress } {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const state = useMemo(() => readListState(new URLSearchParams(text)), [text]);
  const change = useCallback<ChangeAddress>(
    (next, { replace } = { replace: false }) => setParams(writeListState(next), { replace }),
    [setParams],
  );
  useEffect(() => {
    lastAddress = text === '' ? LIST : `${LIST}?${text}`;
  }, [text]);
  return { state, change };
}
