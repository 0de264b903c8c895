import { type ComponentType, useEffect } from 'react';
import { useMove } from '../lib/move/store.ts';
import { reloadOnAnswer } from '../lib/reload.ts';
import { type LazyPage, lazyInBackground, lazyPage } from './lazyPage.tsx';

const fetchMoveHost = async (): Promise<ComponentType> =>
  (await import('../features/network/move/MoveHost.tsx')).MoveHost;

/** Loads the page again when the dialog is wanted: then a change has just been saved. */
function MoveHostMissing() {
  const move = useMove();
  useEffect(() => {
    if (move) reloadOnAnswer();
  }, [move]);
  return null;
}

/** The dialog of a network change, fetched once the page rests: an account may find a change waiting on any page. */
export const MoveHost = lazyInBackground(fetchMoveHost, MoveHostMissing);

/** A page whose change may move the terminal to another address: the dialog is fetched with it, since later would be too late. */
export function movingPage(load: () => Promise<ComponentType>): LazyPage {
  return lazyPage(async () => {
    const [Page] = await Promise.all([load(), fetchMoveHost()]);
    return Page;
  });
}
