/** Progress of the radio towards the state requested by the settings. Pure. */
import type { SetWirlessReply, WifiPhase } from '@gen/network.ts';

export type Progress = 'under way' | 'done' | 'failed';

/** The relevant fields of SetWirless. */
export type WifiNow = Pick<SetWirlessReply, 'mode' | 'ssid'> & {
  readonly state: Pick<SetWirlessReply['state'], 'phase' | 'failure' | 'failedSsid'>;
};

export function progressOf({ mode, ssid, state }: WifiNow): Progress {
  if (mode === 'off') return 'done';
  if (mode === 'accessPoint') {
    if (state.phase === 'failed') return 'failed';
    return state.phase === 'accessPoint' ? 'done' : 'under way';
  }
  if (state.phase === 'connected') return 'done';
  /* A failed client opens the access point; the reason of the failure stays in the state. */
  const ended = state.phase === 'failed' || state.phase === 'accessPoint' || state.phase === 'idle';
  return ended && state.failure !== 'none' && state.failedSsid === ssid ? 'failed' : 'under way';
}

/** The displayed steps, in order. */
export const steps = ['searching', 'authenticating', 'obtainingAddress', 'reaching'] as const;
export type Step = (typeof steps)[number];

export type StepState = 'done' | 'now' | 'later';

const stepOfPhase: Partial<Record<WifiPhase, Step>> = {
  searching: 'searching',
  authenticating: 'authenticating',
  associating: 'authenticating',
  obtainingAddress: 'obtainingAddress',
  reaching: 'reaching',
};

export function stateOfStep(step: Step, phase: WifiPhase): StepState {
  if (phase === 'connected') return 'done';
  const at = stepOfPhase[phase];
  if (at === undefined) return 'later';
  const distance = steps.indexOf(step) - steps.indexOf(at);
  if (distance === 0) return 'now';
  return distance < 0 ? 'done' : 'later';
}
