/** How an upgrade stands, as a person sees it: what the page shows, and the steps of the way. Pure. */
import type { UpgradeStateReply, UpgradeStep } from '@gen/upgrade.ts';

/** What the page shows. */
export type View =
  /** Nothing is begun: choose a bundle. */
  | 'choose'
  /** The head of this tab's bundle is judged. */
  | 'offered'
  /** A part of the bundle is here, and nothing sends the rest. */
  | 'resume'
  /** Another account, or another browser, sends it. */
  | 'foreign'
  | 'sending'
  | 'checking'
  | 'switching'
  | 'trial';

export interface Here {
  /** This tab sends the bundle, or has stopped in the middle of it. */
  readonly sends: boolean;
  /** This tab has the file whose head was judged. */
  readonly has: boolean;
}

export function viewOf({ step, own }: Pick<UpgradeStateReply, 'step' | 'own'>, { sends, has }: Here): View {
  switch (step) {
    case 'checking':
    case 'switching':
    case 'trial':
      return step;
    case 'receiving':
      if (sends) return 'sending';
      return own ? 'resume' : 'foreign';
    case 'offered':
      if (sends) return 'sending';
      return own && has ? 'offered' : 'choose';
    case 'idle':
    case 'failed':
      return 'choose';
  }
}

/** The terminal works on it, or waits for bytes: it is asked again and again. */
export function isMoving(step: UpgradeStep | undefined): boolean {
  return step === 'receiving' || step === 'checking' || step === 'switching' || step === 'trial';
}

/** The way of an upgrade. */
export const STAGES = ['send', 'check', 'switch', 'restart', 'prove'] as const;
export type Stage = (typeof STAGES)[number];

const STAGE_OF: Readonly<Record<View, Stage | undefined>> = {
  choose: undefined,
  offered: undefined,
  resume: 'send',
  foreign: 'send',
  sending: 'send',
  checking: 'check',
  switching: 'switch',
  trial: 'prove',
};

/** The stage that goes on now; undefined: none is begun. */
export const stageOf = (view: View): Stage | undefined => STAGE_OF[view];
