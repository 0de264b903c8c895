/** The network change of this tab that waits to be confirmed. It survives a reload; its code is lost with the tab. */
import { useSyncExternalStore } from 'react';
import { tabStore } from '../tabStore.ts';
import { type Move, type MovePage, movePages, type PendingReply } from './machine.ts';

let putAwayUntil = 0;

function isMove(value: unknown): value is Move {
  if (typeof value !== 'object' || value === null) return false;
  const { page, code, url, until, startedAt } = value as Partial<Move>;
  const numbers = typeof until === 'number' && typeof startedAt === 'number';
  return isMovePage(page) && typeof code === 'string' && typeof url === 'string' && numbers;
}

function isMovePage(value: unknown): value is MovePage {
  return movePages.some((page) => page === value);
}

const store = tabStore('postern.move', isMove);

export const currentMove = store.get;

/** The part of a reply about a provisional change. */
export interface ProvisionalReply {
  /** 0: there is nothing to confirm. */
  readonly confirmSeconds: number;
  readonly confirmCode: string;
  readonly confirmUrl: string;
}

/**
 * The new URL with the scheme of this page: a terminal that also has TLS returns its TLS address, but a page that was
 * opened over HTTP reaches the same port there without a question about a certificate.
 */
export function sameWay(url: string, page: Pick<Location, 'protocol' | 'port'>): string {
  if (!URL.canParse(url) || page.protocol !== 'http:') return url;
  const address = new URL(url);
  if (address.protocol !== 'https:') return url;
  return `http://${address.hostname}${page.port === '' ? '' : `:${page.port}`}${address.pathname}${address.hash}`;
}

/** Called after a save: shows the dialog of MoveHost if the change must be confirmed. Returns whether it must. */
export function startMove(page: string, reply: ProvisionalReply): boolean {
  if (reply.confirmSeconds === 0 || !isMovePage(page)) return false;
  const startedAt = Date.now();
  const until = startedAt + reply.confirmSeconds * 1000;
  store.set({ page, code: reply.confirmCode, url: sameWay(reply.confirmUrl, location), until, startedAt });
  return true;
}

/** A change that was begun elsewhere waits and can be confirmed from here: its dialog is shown too. */
export function adoptMove({ page, secondsLeft }: Pick<PendingReply, 'page' | 'secondsLeft'>): void {
  if (currentMove() !== null || Date.now() < putAwayUntil || secondsLeft === 0 || !isMovePage(page)) return;
  const startedAt = Date.now();
  store.set({ page, code: '', url: '', until: startedAt + secondsLeft * 1000, startedAt });
}

/** Closes the dialog, and does not open it again for the same change. */
export function endMove(): void {
  putAwayUntil = currentMove()?.until ?? putAwayUntil;
  store.set(null);
}

export function useMove(): Move | null {
  return useSyncExternalStore(store.onChange, store.get);
}
