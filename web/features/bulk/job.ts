/** Where users in bulk stand, as a person sees it: the steps of the page, and which of them is open. Pure. */
import type { BulkKind, BulkStateReply, BulkStep } from '@gen/bulk.ts';

/** Steps that are shown above the page. Photos have no columns. */
export type Stage = 'file' | 'columns' | 'check' | 'write' | 'result';

/** What the page shows. */
export type View =
  /** Nothing is begun: choose a file. */
  | 'choose'
  /** A part of a file is here, and nothing sends the rest. */
  | 'resume'
  | 'upload'
  /** The file is here: what its columns give, or for photos what becomes of those that are there. */
  | 'columns'
  | 'checking'
  | 'checked'
  | 'writing'
  | 'result'
  /** Somebody else does it. */
  | 'foreign';

export interface Here {
  /** This tab sends a file now, or has stopped in the middle of it. */
  readonly uploading: boolean;
  /** The person went back from what was checked. */
  readonly back: boolean;
  /** The person has seen what is there, and wants another file. */
  readonly anew: boolean;
}

/** Whether the file of a job is a table. */
export function isTable(kind: BulkKind): boolean {
  return kind === 'users' || kind === 'punches' || kind === 'roster';
}

/** Not over: another cannot begin before it has ended. */
export function isActive({ step }: Pick<BulkStateReply, 'step'>): boolean {
  return step === 'uploading' || step === 'uploaded' || step === 'checked' || isMoving({ step });
}

/** The terminal works on it. */
export function isMoving({ step }: Pick<BulkStateReply, 'step'>): boolean {
  return step === 'checking' || step === 'writing';
}

const VIEWS: Readonly<Record<BulkStep, View>> = {
  none: 'choose',
  uploading: 'resume',
  uploaded: 'columns',
  checking: 'checking',
  checked: 'checked',
  writing: 'writing',
  done: 'result',
  cancelled: 'result',
  failed: 'result',
};

export function viewOf(state: BulkStateReply, here: Here): View {
  if (here.uploading) return 'upload';
  /* A file of somebody else that waits may have been left alone: the terminal decides whose turn it is. */
  if (isActive(state) && !state.own) return here.anew && !isMoving(state) ? 'choose' : 'foreign';
  const view = VIEWS[state.step];
  /* What became of another's file, or of a change without one, is not this page's; given up before anything was written is
   * no result. */
  const nothing = state.step === 'cancelled' && toWrite(state) === 0;
  if (view === 'result' && (here.anew || nothing || !state.own || state.kind === 'edit')) return 'choose';
  return view === 'checked' && here.back && state.kind !== 'edit' ? 'columns' : view;
}

const STAGES: Readonly<Record<View, Stage | undefined>> = {
  choose: 'file',
  resume: 'file',
  upload: 'file',
  columns: 'columns',
  checking: 'check',
  checked: 'check',
  writing: 'write',
  result: 'result',
  foreign: undefined,
};

/** undefined: none of the steps is one's own. */
export function stageOf(view: View, kind: BulkKind): Stage | undefined {
  const stage = STAGES[view];
  /* What photos ask before they are checked belongs to the check. */
  return stage === 'columns' && kind === 'photos' ? 'check' : stage;
}

export function stagesOf(kind: BulkKind): readonly Stage[] {
  if (kind === 'edit') return ['check', 'write', 'result'];
  return kind === 'photos' ? ['file', 'check', 'write', 'result'] : ['file', 'columns', 'check', 'write', 'result'];
}

/** What writing would touch. */
export function toWrite({ added, changed }: Pick<BulkStateReply, 'added' | 'changed'>): number {
  return added + changed;
}

export const FIGURES = ['added', 'changed', 'same', 'skipped', 'bad'] as const;
export type Figure = (typeof FIGURES)[number];

/** Figures that can be other than 0: a change adds nobody, and passes over nobody; punches are added, or are there; a roster passes over
 * nobody. */
export function figuresOf(kind: BulkKind): readonly Figure[] {
  if (kind === 'punches') return ['added', 'same', 'bad'];
  if (kind === 'roster') return ['added', 'changed', 'same', 'bad'];
  return kind === 'edit' ? ['changed', 'same', 'bad'] : FIGURES;
}
