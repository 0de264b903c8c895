/** State of an update as displayed: content of the page, and the stages. Pure. */
import type { UpgradeStateReply, UpgradeStep } from '@gen/upgrade.ts';

/** Content of the page. */
export type View =
  /** No update: select a bundle. */
  | 'choose'
  /** The head of this tab's bundle is being checked. */
  | 'offered'
  /** A part of the bundle was received, and no tab sends the rest. */
  | 'resume'
  /** Another account, or another browser, sends it. */
  | 'foreign'
  | 'sending'
  | 'checking'
  | 'switching'
  | 'trial';

export interface Here {
  /** This tab sends the bundle, or was interrupted. */
  readonly sends: boolean;
  /** This tab has the file whose head was checked. */
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

/** The terminal works on it, or waits for data: its state is polled. */
export function isMoving(step: UpgradeStep | undefined): boolean {
  return step === 'receiving' || step === 'checking' || step === 'switching' || step === 'trial';
}

/** The stages of an update. */
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

/** The current stage; undefined: none. */
export const stageOf = (view: View): Stage | undefined => STAGE_OF[view];
