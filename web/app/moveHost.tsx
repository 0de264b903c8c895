import { type ComponentType, useEffect } from 'react';
import { useMove } from '../lib/move/store.ts';
import { reloadOnAnswer } from '../lib/reload.ts';
import { type LazyPage, lazyInBackground, lazyPage } from './lazyPage.tsx';

const fetchMoveHost = async (): Promise<ComponentType> =>
  (await import('../features/network/move/MoveHost.tsx')).MoveHost;

/** Replaces a dialog that could not be fetched: reloads the page when a change has just been saved and needs it. */
function MoveHostMissing() {
  const move = useMove();
  useEffect(() => {
    if (move) reloadOnAnswer();
  }, [move]);
  return null;
}

/** The dialog of a network change, fetched when the page is idle: a change may be waiting on any page. */
export const MoveHost = lazyInBackground(fetchMoveHost, MoveHostMissing);

/** A page whose change may move the terminal to another address: the dialog is fetched with it, since later is too late. */
export function movingPage(load: () => Promise<ComponentType>): LazyPage {
  return lazyPage(async () => {
    const [Page] = await Promise.all([load(), fetchMoveHost()]);
    return Page;
  });
}
