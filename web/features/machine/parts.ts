/** Parts of the terminal that can be initialised: pure. */
import { type InitMachineRequest, type InitPart, initPartWords } from '@gen/machine.ts';

/** What is initialised: everything stands for all of it. In the order of the contract. */
export function effectiveParts(chosen: readonly InitPart[]): InitPart[] {
  return initPartWords.filter((part) => chosen.includes('everything') || chosen.includes(part));
}

/** What InitMachine is sent. */
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

/** The choice with one part switched. */
export function withPart(chosen: readonly InitPart[], part: InitPart, on: boolean): InitPart[] {
  return initPartWords.filter((one) => (one === part ? on : chosen.includes(one)));
}
