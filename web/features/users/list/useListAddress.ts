import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListState, readListState, writeListState } from './listState.ts';

const LIST = '/user/userList';
let lastAddress = LIST;

/** The last URL of the list, with filters and page: the target when a form is closed. */
export function listAddress(): string {
  return lastAddress;
}

export type ChangeAddress = (next: ListState, how?: { replace: boolean }) => void;

/** State of the list in the URL. Typing replaces the history entry, every other change adds one. */
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
