/**
 * One tab of a browser leads: the one that holds a lock. Web Locks pass it on by themselves when a tab is closed or crashes,
 * but only secure contexts have them: a terminal at http and an address has none. There the tabs agree by what they say
 * to each other; of two that lead, the one with the greater name gives in.
 */
export interface Election {
  /** This tab would lead; onLead(true) says when it does, onLead(false) when it does no more. */
  readonly stand: () => void;
  readonly withdraw: () => void;
  /** Who leads has been silent for too long: it is taken over. */
  readonly press: () => void;
  /** Another tab says that it leads while this one does. True: this one insists, and tells it. */
  readonly meet: (name: string) => boolean;
  /** So long one waits who has heard nobody yet. */
  readonly firstWaitMs: () => number;
  /** So long one waits when who led says that it ends. */
  readonly nextWaitMs: () => number;
}

export type OnLead = (leads: boolean) => void;

/** Longer than two signs of life of who leads. */
export const LOST_MS = 7000;

/** What of LockManager is used. */
export interface Locks {
  readonly request: (
    name: string,
    options: { signal?: AbortSignal; steal?: boolean },
    held: () => Promise<void>,
  ) => Promise<unknown>;
}

export function lockElection(locks: Locks, name: string, onLead: OnLead): Election {
  /* What ends the request under way, whether it waits or is granted. */
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
        /* Somebody took it over: it stands in line again. */
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
    meet: () => false, // the lock decides, and who lost it hears of it
    firstWaitMs: () => LOST_MS,
    nextWaitMs: () => LOST_MS,
  };
}

/** Answers come within this time; not all tabs wait equally long. */
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

/** For a tab that can speak to no other. */
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
