/**
 * State of a network change that waits to be confirmed: the terminal restores the old settings
 * unless it is confirmed in time. Pure: clock and answers come in as events, the next action comes out of stepOf().
 */

/** Pairs of calls whose change is applied provisionally. */
export const movePages = ['Ethernet', 'Internet', 'Wirless'] as const;
export type MovePage = (typeof movePages)[number];

/** A change as returned by the terminal. */
export interface Move {
  readonly page: MovePage;
  /** Confirms it, once; '' for a change that was begun elsewhere: a signed-in session confirms it without the code. */
  readonly code: string;
  /** Future URL of the console; '' if unknown, as with an address from DHCP. */
  readonly url: string;
  /** Time at which the terminal restores the old settings, by this browser's clock. */
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
  /** Whole seconds until the terminal restores the old settings. */
  readonly left: number;
  /** The terminal responds at the address of this page; null until it was asked. */
  readonly here: boolean | null;
  /** It responds at the new address; null until it was tried. */
  readonly there: boolean | null;
  /** Time since which it responds here without a gap; null while it does not. */
  readonly hereSince: number | null;
  /** rolledBackAt while the change still waited: a later value is about this change. */
  readonly rolledBackBefore: number | null;
  /** This page requested the rollback: until that is answered, the terminal's report may be older. */
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

/** After this time without a gap, a page that does not move considers the change successful. */
export const SETTLED_MS = 3000;

/** Time allowed after the deadline for the terminal to return to the old address. */
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

/** The terminal's own report about the change takes precedence, also for the time. */
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

/** The change does not move the terminal away from this page: its address need not be tried. */
export function staysHere(move: Move, origin: string): boolean {
  return move.url === '' || originOf(move.url) === origin;
}

export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

/** The automatic action of the page: confirm from here, go to the new address, or wait. */
export type MoveStep = 'wait' | 'confirm' | 'go';

/**
 * Confirms from here when the browser has reached the terminal after the change: at the new address, or
 * here, if the address does not change. Goes to the new address if only that one responds.
 * `settled`: the purpose of the change is reached, such as a Wi-Fi connection.
 */
export function stepOf(state: MoveState, origin: string, now: number, settled: boolean): MoveStep {
  const { move, here, there, hereSince, undoing, outcome, left } = state;
  if (outcome !== 'pending' || undoing || left === 0) return 'wait';
  if (here === false && there === true) return 'go';
  if (here !== true || !settled) return 'wait';
  if (there === true) return 'confirm';
  /* Without an address to try, a page that still reaches the terminal says nothing about the network it left. */
  const same = move.url !== '' && staysHere(move, origin);
  return same && hereSince !== null && now - hereSince >= SETTLED_MS ? 'confirm' : 'wait';
}

/** The content of the dialog. */
export type MoveView = 'trying' | 'here' | 'gone' | 'returning' | 'confirmed' | 'undone' | 'lost';

export function viewOf({ outcome, here, left }: MoveState): MoveView {
  if (outcome !== 'pending') return outcome;
  if (left === 0) return 'returning';
  if (here === null) return 'trying';
  return here ? 'here' : 'gone';
}
