/**
 * Live events of the terminal: one connection per browser and session (eventHub.ts), shared by all listeners
 * in all tabs. It is open while there is a listener and a visible tab, continues after the last received record, and
 * reconnects after increasing pauses.
 */
import type { Record as LogRecord } from '@gen/records.ts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { followEvents } from './eventConnection.ts';
import { createHub, type Hub, type StreamState, unknownState } from './eventHub.ts';
import { aloneElection, type Election, lockElection, type OnLead, spokenElection } from './leader.ts';
import { currentSession, onSession } from './session.ts';

export type { LogRecord, StreamState };

/** Notifications for a listener. */
export interface Listener {
  record?: (record: LogRecord) => void;
  /** Records were left out: code that shows them reads them again. */
  missed?: () => void;
  /** The record of this number now has a photo. */
  photo?: (seq: number) => void;
}

/** Time for which a hidden tab keeps its connection. */
const HIDDEN_MS = 10_000;

const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let state = unknownState;
let hub: Hub | null = null;
let token = '';
/** The page is being left or frozen. */
let away = false;
let hiddenLong = false;

function setState(next: StreamState): void {
  state = next;
  for (const watcher of [...watchers]) watcher();
}

/** Elects the leading tab. A tab that cannot communicate with others leads itself. */
function elect(name: string, topic: string, alone: boolean): (onLead: OnLead) => Election {
  return (onLead) => {
    if (alone) return aloneElection(onLead);
    if ('locks' in navigator && navigator.locks) return lockElection(navigator.locks, topic, onLead);
    return spokenElection(name, Math.random, onLead);
  };
}

/** The hub of a session: tabs of another account receive nothing from it, and its state is discarded with it. */
function openHub(own: string): Hub {
  /* Only pages of this origin can listen, and they share the token anyway (sharedSession.ts). */
  const topic = `postern.events.${own}`;
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(topic) : null;
  const name = String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(10, '0');
  return createHub({
    name,
    channel,
    elect: elect(name, topic, channel === null),
    connect: (last, ending, take) => followEvents(own, last, ending, take),
    onState: setState,
    onRecord: (record) => {
      for (const listener of [...listeners]) listener.record?.(record);
    },
    onMissed: () => {
      for (const { missed } of [...listeners]) missed?.();
    },
    onPhoto: (seq) => {
      for (const { photo } of [...listeners]) photo?.(seq);
    },
  });
}

function look(): void {
  const session = currentSession();
  const may = session?.roles.includes('advSetting') === true && !session.mustChangePassword;
  const own = may ? session.token : '';
  if (own !== token) {
    hub?.close();
    hub = null;
    token = own;
    setState(unknownState);
  }
  const isWanted = listeners.size + watchers.size > 0;
  if (own !== '' && isWanted) hub ??= openHub(own);
  hub?.want(isWanted && !away && !hiddenLong);
}

let hidden: ReturnType<typeof setTimeout> | undefined;
let prepared = false;

function setHidden(next: boolean): void {
  hiddenLong = next;
  look();
}

function setAway(next: boolean): void {
  away = next;
  look();
}

/** Watches tab and session, starting with the first listener. */
function prepare(): void {
  if (prepared) return;
  prepared = true;
  hiddenLong = document.visibilityState === 'hidden';
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hidden);
    if (document.visibilityState !== 'hidden') setHidden(false);
    else hidden = setTimeout(() => setHidden(true), HIDDEN_MS);
  });
  window.addEventListener('pagehide', () => setAway(true));
  window.addEventListener('pageshow', () => setAway(false));
  document.addEventListener('freeze', () => setAway(true));
  document.addEventListener('resume', () => setAway(false));
  onSession(look);
}

function join<T>(set: Set<T>, one: T): () => void {
  prepare();
  set.add(one);
  look();
  return () => {
    set.delete(one);
    look();
  };
}

/** Notifies `listener` until the result is called. */
export const listen = (listener: Listener): (() => void) => join(listeners, listener);

/** Calls for each durable record, for records that were left out, and for each new photo of a record. */
export function useRecords(
  onRecord: (record: LogRecord) => void,
  onMissed?: () => void,
  onPhoto?: (seq: number) => void,
): void {
  const now = useRef({ onRecord, onMissed, onPhoto });
  now.current = { onRecord, onMissed, onPhoto };
  useEffect(
    () =>
      listen({
        record: (record) => now.current.onRecord(record),
        missed: () => now.current.onMissed?.(),
        photo: (seq) => now.current.onPhoto?.(seq),
      }),
    [],
  );
}

const watch = (watcher: () => void): (() => void) => join(watchers, watcher);

/** Whether the event stream is connected, and the state of alarms and door. */
export function useStreamState(): StreamState {
  return useSyncExternalStore(watch, () => state);
}
