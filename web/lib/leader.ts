/**
 * Elects one tab of a browser as leader: the one that holds a lock. Web Locks are passed on when a tab is closed or crashes,
 * but only secure contexts have them, not a terminal at http and an address. There the tabs agree by
 * messages; of two leaders, the one with the greater name gives up.
 */
export interface Election {
  /** This tab wants to lead; onLead(true) is called when it starts to lead, onLead(false) when it stops. */
  readonly stand: () => void;
  readonly withdraw: () => void;
  /** The leader has been silent for too long: this tab takes over. */
  readonly press: () => void;
  /** Another tab says that it leads while this one does. True: this one continues, and tells it. */
  readonly meet: (name: string) => boolean;
  /** Wait of a tab that has not heard a leader yet. */
  readonly firstWaitMs: () => number;
  /** Wait after the leader says that it stops. */
  readonly nextWaitMs: () => number;
}

export type OnLead = (leads: boolean) => void;

/** Longer than two keep-alive intervals of the leader. */
export const LOST_MS = 7000;

/** The used part of LockManager. */
export interface Locks {
  readonly request: (
    name: string,
    options: { signal?: AbortSignal; steal?: boolean },
    held: () => Promise<void>,
  ) => Promise<unknown>;
}

export function lockElection(locks: Locks, name: string, onLead: OnLead): Election {
  /* Aborts the current request, whether it waits or is granted. */
  let end: (() => void) | null = null;
  const ask = (steal: boolean): void => {
    const waiting = new AbortController();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const own = (): void => {
      waiting.abort();
      release();
    };
    end = own;
    const held = (): Promise<void> => {
      if (end === own) onLead(true);
      else release();
      return released;
    };
    locks
      .request(name, steal ? { steal } : { signal: waiting.signal }, held)
      .catch(() => undefined)
      .then(() => {
        if (end !== own) return;
        /* Another tab took the lock over: this one queues again. */
        onLead(false);
        ask(false);
      });
  };
  const withdraw = (): void => {
    const own = end;
    end = null;
    own?.();
    onLead(false);
  };
  return {
    stand: () => {
      if (end === null) ask(false);
    },
    withdraw,
    press: () => {
      if (end === null) return;
      withdraw();
      ask(true);
    },
    meet: () => false, // the lock decides, and the tab that lost it is notified
    firstWaitMs: () => LOST_MS,
    nextWaitMs: () => LOST_MS,
  };
}

/** Time limit of answers; the waits of the tabs differ. */
const ANSWER_MS = 100;

export function spokenElection(own: string, random: () => number, onLead: OnLead): Election {
  let standing = false;
  let leads = false;
  const set = (next: boolean): void => {
    if (leads === next) return;
    leads = next;
    onLead(next);
  };
  return {
    stand: () => {
      standing = true;
    },
    withdraw: () => {
      standing = false;
      set(false);
    },
    press: () => {
      if (standing) set(true);
    },
    meet: (name) => {
      if (name < own) set(false);
      return leads;
    },
    firstWaitMs: () => ANSWER_MS * (1 + random()),
    nextWaitMs: () => ANSWER_MS * random(),
  };
}

/** For a tab that cannot communicate with others. */
export function aloneElection(onLead: OnLead): Election {
  return {
    stand: () => onLead(true),
    withdraw: () => onLead(false),
    press: () => undefined,
    meet: () => false,
    firstWaitMs: () => LOST_MS,
    nextWaitMs: () => LOST_MS,
  };
}
