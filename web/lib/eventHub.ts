/**
 * The event stream of a session in one of several tabs. The leading tab (leader.ts) has the connection and passes the events
 * on; the others listen to it. Records are numbered without gaps, so each tab can check whether it has
 * received all: a duplicate at a hand-over counts once, and after a gap, code that shows records reads them again.
 * A tab that takes over continues after the last record that it has received itself.
 */
import { type Record as LogRecord, recordSchema } from '@gen/records.ts';
import { safeParse } from 'valibot';
import type { StreamEvent } from './eventParser.ts';
import { type Election, LOST_MS, type OnLead } from './leader.ts';

export interface StreamState {
  /** Connected; events arrive at once. */
  readonly live: boolean;
  /** Number of open alarms; undefined before it is known. */
  readonly alarms: number | undefined;
  /** Changes with the alarms. */
  readonly revision: number;
  /** State of the door, as in doorState; undefined before it is known. */
  readonly door: unknown;
}

export const unknownState: StreamState = { live: false, alarms: undefined, revision: 0, door: undefined };

type Message =
  /** A tab asks for the current state. */
  | { readonly kind: 'ask' }
  /** The leader and the current state: as an answer, after a change, and as keep-alive. */
  | { readonly kind: 'now'; readonly from: string; readonly last: string; readonly state: StreamState }
  | { readonly kind: 'event'; readonly event: StreamEvent }
  /** The leader has stopped leading. */
  | { readonly kind: 'resign' };

/** The used part of BroadcastChannel. */
export interface HubChannel {
  postMessage: (message: Message) => void;
  addEventListener: (type: 'message', listener: (event: { data: unknown }) => void) => void;
  close: () => void;
}

export interface HubParts {
  /** Id of this tab. */
  readonly name: string;
  /** null: the browser has no BroadcastChannel, so the tab is alone. */
  readonly channel: HubChannel | null;
  readonly elect: (onLead: OnLead) => Election;
  /** Follows until it is cut; returns the minimum time before the next try. */
  readonly connect: (last: string, own: AbortController, take: (event: StreamEvent) => void) => Promise<number>;
  readonly onState: (state: StreamState) => void;
  readonly onRecord: (record: LogRecord) => void;
  readonly onMissed: () => void;
  /** The record of this number now has a photo. */
  readonly onPhoto: (seq: number) => void;
}

export interface Hub {
  /** Whether this tab wants events now. */
  readonly want: (wanted: boolean) => void;
  readonly close: () => void;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const BEAT_MS = 2000;

export function createHub({ name, channel, elect, connect, onState, onRecord, onMissed, onPhoto }: HubParts): Hub {
  let state = unknownState;
  let last = '';
  let wanted = false;
  let leads = false;
  let running: AbortController | null = null;
  let pauseMs = FIRST_PAUSE_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;

  const say = (message: Message): void => channel?.postMessage(message);
  const sayNow = (): void => say({ kind: 'now', from: name, last, state });
  const change = (next: Partial<StreamState>): void => {
    state = { ...state, ...next };
    onState(state);
  };

  /** Records up to this number were received, or are known to be missed. */
  const reach = (next: string): void => {
    const gap = last !== '' && next !== last;
    last = next;
    if (gap) onMissed();
  };

  const takeRecord = (id: string, data: unknown): void => {
    if (last !== '' && Number(id) <= Number(last)) return;
    if (last !== '' && Number(id) > Number(last) + 1) onMissed();
    last = id;
    const record = safeParse(recordSchema, data);
    if (record.success) onRecord(record.output);
  };

  const take = ({ event, id, data }: StreamEvent): void => {
    const members = parsed(data);
    if (event === 'hello') {
      /* The number after which the stream began, so that nothing is lost if it is cut before the first record. A smaller
       * number belongs to another log. */
      const first = String(members['last']);
      if (last === '' || Number(last) > Number(first)) reach(first);
      change({ live: true });
    } else if (event === 'state') {
      change({ alarms: Number(members['alarms']), revision: Number(members['revision']) });
    } else if (event === 'door') {
      change({ door: members });
    } else if (event === 'photo') {
      onPhoto(Number(members['seq']));
    } else if (event === 'missed') {
      if (last === '' || Number(id) > Number(last)) {
        last = id;
        onMissed();
      }
    } else if (event === 'record') {
      takeRecord(id, members);
    }
  };

  const cut = (): void => {
    clearTimeout(retry);
    running?.abort();
    running = null;
  };

  const run = (): void => {
    const own = new AbortController();
    running = own;
    const pass = (event: StreamEvent): void => {
      if (running !== own) return;
      if (event.event === 'hello') pauseMs = FIRST_PAUSE_MS;
      take(event);
      say({ kind: 'event', event });
      if (event.event === 'hello') sayNow();
    };
    void connect(last, own, pass)
      .catch(() => 0)
      .then((leastMs) => {
        if (running !== own) return;
        running = null;
        change({ live: false });
        sayNow();
        retry = setTimeout(run, Math.max(leastMs, pauseMs));
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      });
  };

  const election = elect((next) => {
    if (leads === next) return;
    leads = next;
    if (next) {
      clearTimeout(silence);
      change({ live: false });
      sayNow();
      beat = setInterval(sayNow, BEAT_MS);
      pauseMs = FIRST_PAUSE_MS;
      run();
      return;
    }
    clearInterval(beat);
    cut();
    change({ live: false });
    listenFor(LOST_MS);
  });

  /** Time without a message after which this tab takes over. */
  function listenFor(ms: number): void {
    clearTimeout(silence);
    if (!wanted || leads) return;
    silence = setTimeout(() => {
      if (state.live) change({ live: false });
      election.press();
      listenFor(LOST_MS);
    }, ms);
  }

  const hearNow = (message: Extract<Message, { kind: 'now' }>): void => {
    if (leads && election.meet(message.from)) sayNow();
    if (leads) return;
    listenFor(LOST_MS);
    if (Number(message.last) > Number(last)) reach(message.last);
    /* Most messages are keep-alives. */
    if (JSON.stringify(message.state) !== JSON.stringify(state)) change(message.state);
  };

  channel?.addEventListener('message', ({ data }) => {
    if (!isMessage(data)) return;
    if (data.kind === 'ask' && leads) sayNow();
    if (data.kind === 'now') hearNow(data);
    if (data.kind === 'event' && !leads) {
      listenFor(LOST_MS);
      take(data.event);
    }
    if (data.kind === 'resign' && !leads) listenFor(election.nextWaitMs());
  });

  const want = (next: boolean): void => {
    if (next === wanted) return;
    wanted = next;
    if (next) {
      election.stand();
      if (leads) return;
      listenFor(election.firstWaitMs());
      say({ kind: 'ask' });
      return;
    }
    clearTimeout(silence);
    const led = leads;
    election.withdraw();
    if (led) say({ kind: 'resign' });
  };

  return {
    want,
    close: () => {
      want(false);
      channel?.close();
    },
  };
}

function parsed(data: string): Readonly<{ [name: string]: unknown }> {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as { [name: string]: unknown }) : {};
  } catch {
    return {};
  }
}

const isObject = (value: unknown): value is { [name: string]: unknown } => typeof value === 'object' && value !== null;

/** Another version of the console in another tab may send anything. */
function isMessage(value: unknown): value is Message {
  if (!isObject(value)) return false;
  const { kind, from, last, state, event } = value;
  if (kind === 'now') {
    return (
      typeof from === 'string' &&
      typeof last === 'string' &&
      isObject(state) &&
      ['number', 'undefined'].includes(typeof state['alarms']) &&
      typeof state['live'] === 'boolean' &&
      typeof state['revision'] === 'number'
    );
  }
  if (kind === 'event') {
    return isObject(event) && ['event', 'id', 'data'].every((part) => typeof event[part] === 'string');
  }
  return kind === 'ask' || kind === 'resign';
}
