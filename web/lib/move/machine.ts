/**
 * What the console knows of a network change that waits to be confirmed: the terminal goes back to the old settings
 * unless it is confirmed in time. Pure: the clock and what was heard come in as events, what to do comes out of stepOf().
 */

/** Pairs of calls whose change is applied provisionally. */
export const movePages = ['Ethernet', 'Internet', 'Wirless'] as const;
export type MovePage = (typeof movePages)[number];

/** A change as the terminal answered it. */
export interface Move {
  readonly page: MovePage;
  /** Confirms it, once; '' for a change that was begun elsewhere: who is signed in keeps it without. */
  readonly code: string;
  /** Where the console will be reached; '' when nobody knows yet, as with an address out of a DHCP server. */
  readonly url: string;
  /** When the terminal goes back, by this browser's clock. */
  readonly until: number;
  readonly startedAt: number;
}

/** networkPending, as read. */
export interface PendingReply {
  readonly page: string;
  readonly secondsLeft: number;
  readonly rolledBack: string;
  readonly rolledBackAt: number;
}

export type MoveOutcome = 'pending' | 'confirmed' | 'undone' | 'lost';

export interface MoveState {
  readonly move: Move;
  /** Whole seconds until the terminal goes back. */
  readonly left: number;
  /** The terminal answers where this page came from; null until it was asked. */
  readonly here: boolean | null;
  /** It answers at the new address; null until it was tried. */
  readonly there: boolean | null;
  /** Since when it answers here without a gap; null while it does not. */
  readonly hereSince: number | null;
  /** rolledBackAt as it was while the change still waited: a later one is about this change. */
  readonly rolledBackBefore: number | null;
  /** The terminal was asked from here to go back: until that is answered, its account of the change may be of before. */
  readonly undoing: boolean;
  readonly outcome: MoveOutcome;
}

export type MoveEvent =
  | { readonly kind: 'tick'; readonly now: number }
  | { readonly kind: 'answered'; readonly now: number; readonly reply: PendingReply }
  | { readonly kind: 'silent' }
  | { readonly kind: 'knocked'; readonly answers: boolean }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'undoing' }
  | { readonly kind: 'notUndone' }
  | { readonly kind: 'undone' };

/** After this time without a gap a page that need not move takes the change for good. */
export const SETTLED_MS = 3000;

/** How long after its time the terminal may take to be back at the old address. */
export const RETURN_MS = 45_000;

export function beginMove(move: Move): MoveState {
  return {
    move,
    left: secondsBetween(move.startedAt, move.until),
    here: null,
    there: null,
    hereSince: null,
    rolledBackBefore: null,
    undoing: false,
    outcome: 'pending',
  };
}

export function nextMove(state: MoveState, event: MoveEvent): MoveState {
  if (state.outcome === 'confirmed' || state.outcome === 'undone') return state;
  switch (event.kind) {
    case 'tick':
      return ticked(state, event.now);
    case 'answered':
      if (state.undoing) return state;
      return answered(state, event.now, event.reply);
    case 'silent':
      return { ...state, here: false, hereSince: null };
    case 'knocked':
      return { ...state, there: event.answers };
    case 'confirmed':
      return { ...state, outcome: 'confirmed' };
    case 'undoing':
      return { ...state, undoing: true };
    case 'notUndone':
      return { ...state, undoing: false };
    case 'undone':
      return { ...state, outcome: 'undone' };
  }
}

function ticked(state: MoveState, now: number): MoveState {
  const left = secondsBetween(now, state.move.until);
  const late = now > state.move.until + RETURN_MS && state.here !== true;
  if (left === state.left && !late) return state;
  return { ...state, left, outcome: late ? 'lost' : state.outcome };
}

/** The terminal's own account of the change is the last word, also on the time. */
function answered(state: MoveState, now: number, reply: PendingReply): MoveState {
  const here = { here: true, hereSince: state.hereSince ?? now } as const;
  if (reply.page === state.move.page) {
    const until = now + reply.secondsLeft * 1000;
    const rolledBackBefore = state.rolledBackBefore ?? reply.rolledBackAt;
    const move = { ...state.move, until };
    return { ...state, ...here, move, left: reply.secondsLeft, rolledBackBefore, outcome: 'pending' };
  }
  const undone = reply.rolledBack === state.move.page && reply.rolledBackAt !== state.rolledBackBefore;
  return { ...state, ...here, outcome: undone ? 'undone' : 'confirmed' };
}

function secondsBetween(from: number, to: number): number {
  return Math.max(0, Math.ceil((to - from) / 1000));
}

/** The change leaves the terminal where this page is: its address need not be tried. */
export function staysHere(move: Move, origin: string): boolean {
  return move.url === '' || originOf(move.url) === origin;
}

export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

/** What the page does by itself: confirm from here, go to the new address, or wait. */
export type MoveStep = 'wait' | 'confirm' | 'go';

/**
 * Confirms from here when the browser has seen that it reaches the terminal after the change: at the new address, or
 * here, where the address stays as it is. Goes to the new address when only that one answers.
 * `settled`: what the change is about has come about, such as a Wi-Fi connection.
 */
export function stepOf(state: MoveState, origin: string, now: number, settled: boolean): MoveStep {
  const { move, here, there, hereSince, undoing, outcome, left } = state;
  if (outcome !== 'pending' || undoing || left === 0) return 'wait';
  if (here === false && there === true) return 'go';
  if (here !== true || !settled) return 'wait';
  if (there === true) return 'confirm';
  /* Without an address to try, a page that still hears the terminal proves nothing about the network it left. */
  const same = move.url !== '' && staysHere(move, origin);
  return same && hereSince !== null && now - hereSince >= SETTLED_MS ? 'confirm' : 'wait';
}

/** What the dialog shows. */
export type MoveView = 'trying' | 'here' | 'gone' | 'returning' | 'confirmed' | 'undone' | 'lost';

export function viewOf({ outcome, here, left }: MoveState): MoveView {
  if (outcome !== 'pending') return outcome;
  if (left === 0) return 'returning';
  if (here === null) return 'trying';
  return here ? 'here' : 'gone';
}
