import { networkPending } from '@gen/network.ts';
import { useEffect } from 'react';
import useSWR, { mutate } from 'swr';
import { knocker } from '../../../lib/move/knock.ts';
import { adoptMove, endMove, useMove } from '../../../lib/move/store.ts';
import type { MovingParts } from '../../../lib/move/useMoving.ts';
import { usePower } from '../../../lib/power.ts';
import { MoveDialog } from './MoveDialog.tsx';

const parts: MovingParts = {
  knocker,
  go: (url) => {
    endMove();
    location.assign(url);
  },
  origin: location.origin,
};

/**
 * Shows the dialog while a network change waits to be confirmed: one of this tab, or one found after signing in,
 * possibly at the new address; rendered once, in the console.
 */
export function MoveHost() {
  const move = useMove();
  const may = usePower('network')?.write ?? false;
  const { data } = useSWR(may ? 'networkPending' : null, () => networkPending({ handles: () => true }), {
    onSuccess: adoptMove,
  });
  /* A page may have made the call before this was rendered: that answer is not about this change. */
  useEffect(() => {
    if (data) adoptMove(data);
  }, [data]);
  if (!move) return null;
  const close = () => {
    endMove();
    /* The settings in force may differ from those on the pages. */
    void mutate(() => true);
  };
  return <MoveDialog key={move.startedAt} move={move} parts={parts} onClose={close} />;
}
