import type { User } from '@gen/contract.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Selection } from '../../ui/SelectBox.tsx';

/** A user as far as a question or a result about it needs. */
export type UserLabel = Pick<User, 'userid' | 'username'>;

export interface UserSelection extends Selection {
  /** Who is selected, with their names: those of other pages are no longer at hand otherwise. */
  users: readonly UserLabel[];
  setSelecting: (on: boolean) => void;
  clear: () => void;
}

/** Selected users, kept over the pages of one list; another list (`listKey`) starts with none. */
export function useSelection(rows: readonly UserLabel[], listKey: string): UserSelection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, UserLabel>>(new Map());
  const [selecting, setSelecting] = useState(false);
  const clear = useCallback(() => {
    setChosen(new Map());
    setSelecting(false);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what the effect waits for
  useEffect(clear, [listKey]);
  const onSelect = useCallback(
    (ids: readonly number[], on: boolean) =>
      setChosen((before) => {
        const next = new Map(before);
        for (const id of ids) {
          const row = rows.find(({ userid }) => userid === id);
          if (on && row) next.set(id, { userid: id, username: row.username });
          else next.delete(id);
        }
        return next;
      }),
    [rows],
  );
  return useMemo(() => {
    const users = [...chosen.values()];
    const any = selecting || users.length > 0;
    return { selected: new Set(chosen.keys()), users, selecting: any, setSelecting, onSelect, clear };
  }, [chosen, selecting, onSelect, clear]);
}
