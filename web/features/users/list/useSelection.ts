import type { User } from '@gen/contract.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Selection } from '../../../ui/SelectBox.tsx';

/** The data of a user for questions and results. */
export type UserLabel = Pick<User, 'userid' | 'username'>;

export interface UserSelection extends Selection {
  /** Selected users, with their names, because those of other pages are not loaded. */
  users: readonly UserLabel[];
  /** All matching users are selected, also those of pages that were never shown. */
  whole: boolean;
  selectWhole: () => void;
  setSelecting: (on: boolean) => void;
  clear: () => void;
}

/** Selected users, across the pages of one list; another list (`listKey`) starts with none. */
export function useSelection(rows: readonly UserLabel[], listKey: string): UserSelection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, UserLabel>>(new Map());
  const [selecting, setSelecting] = useState(false);
  const [whole, setWhole] = useState(false);
  const clear = useCallback(() => {
    setChosen(new Map());
    setWhole(false);
    setSelecting(false);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what the effect waits for
  useEffect(clear, [listKey]);
  const onSelect = useCallback(
    (ids: readonly number[], on: boolean) => {
      /* Deselecting one turns it into a selection of the visible ones. */
      const seen = whole ? rows.map(({ userid, username }) => [userid, { userid, username }] as const) : [];
      setWhole(false);
      setChosen((before) => {
        const next = new Map<number, UserLabel>(whole ? seen : before);
        for (const id of ids) {
          const row = rows.find(({ userid }) => userid === id);
          if (on && row) next.set(id, { userid: id, username: row.username });
          else next.delete(id);
        }
        return next;
      });
    },
    [rows, whole],
  );
  return useMemo(() => {
    const users = [...chosen.values()];
    const any = selecting || whole || users.length > 0;
    const selected = new Set(whole ? rows.map(({ userid }) => userid) : chosen.keys());
    const selectWhole = () => setWhole(true);
    return { selected, users, whole, selectWhole, selecting: any, setSelecting, onSelect, clear };
  }, [chosen, whole, rows, selecting, onSelect, clear]);
}
