/** Parts of the terminal that can be initialized. Pure. */
import { type InitMachineRequest, type InitPart, initPartWords } from '@gen/machine.ts';

/** The selected parts; everything includes all others. In the order of the contract. */
export function effectiveParts(chosen: readonly InitPart[]): InitPart[] {
  return initPartWords.filter((part) => chosen.includes('everything') || chosen.includes(part));
}

/** The request of InitMachine. */
export function requestOf(chosen: readonly InitPart[], serial: string): InitMachineRequest {
  const parts = effectiveParts(chosen);
  return {
    settings: parts.includes('settings'),
    users: parts.includes('users'),
    records: parts.includes('records'),
    everything: parts.includes('everything'),
    serial,
  };
}

/** The selection with one part toggled. */
export function withPart(chosen: readonly InitPart[], part: InitPart, on: boolean): InitPart[] {
  return initPartWords.filter((one) => (one === part ? on : chosen.includes(one)));
}
