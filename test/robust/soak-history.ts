// What happened to a terminal, in the order in which it happened: written while it runs, judged afterwards.

import type { AccessEvent } from '../harness/bench.ts';
import type { Plan } from '../tools/rules/plan.ts';

export interface Person {
  readonly userid: number;
  readonly username: string;
  readonly card: string;
  readonly group: number;
  /** yyyymmdd; 0: none. */
  readonly from: number;
  readonly to: number;
  /** Whoever has one is asked for it behind the card. */
  readonly code?: string;
}

/** What decides besides the person. The numbers are those of test/tools/decide. */
export interface Rules {
  readonly plan: Plan;
  /** 0 nothing, 3 lock-down, 4 fire. */
  readonly command: number;
  /** 0 off, 1 soft, 2 hard. */
  readonly passback: number;
  /** Minute of the day; 1440: never. */
  readonly reset: number;
  /** Minutes. */
  readonly duplicate: number;
  /** Tenths of a degree above which nobody is let in; 0: none. */
  readonly limit: number;
  /** 0 attendance alone, 2 the door too. */
  readonly work: number;
}

/** Somebody showed something. */
export interface Shown {
  readonly what: 'shown';
  readonly factor: 'card' | 'password';
  /** Whose it is; undefined: nobody's. */
  readonly userid: number | undefined;
  /** False: a code, but a wrong one. */
  readonly right: boolean;
  /** Skin temperature in tenths of a degree; 0: not measured. */
  readonly skin: number;
  /** The terminal's clock before and behind it, as far as it is known from outside. */
  readonly atMs: number;
  byMs: number;
  /** What the terminal said; undefined where nobody saw it. */
  told?: AccessEvent;
  /** The terminal has dealt with it, whether somebody saw that or not. */
  sure: boolean;
}

export type Entry =
  | Shown
  | { readonly what: 'rules'; readonly change: Partial<Rules> }
  | { readonly what: 'person'; readonly userid: number; readonly person: Person | undefined }
  /** A reset of anti-passback by hand, of one person or of all. */
  | { readonly what: 'forget'; readonly userid?: number }
  | { readonly what: 'key'; readonly status: number }
  /** Ten seconds and more in which nobody stood there. */
  | { readonly what: 'pause' }
  /** An end in order. */
  | { readonly what: 'end' }
  /** SIGKILL; `held`: the terminal had said that lines wait in memory because somebody else holds the store. */
  | { readonly what: 'cut'; readonly held: boolean };

/** As the documents write a day. */
export const dayText = (day: number): string =>
  day === 0 ? '' : String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
