/** Factors that a user may have to present at the door: their names, and which of them a terminal supports. */
import type { SetInfoParamReply } from '@gen/machine.ts';
import { type Factor, factorWords } from '@gen/users.ts';
import { t } from './i18n.ts';

export type { Factor };

export function factorText(factor: Factor): string {
  return t(`enum.Factor.${factor}`);
}

/** Adds or removes a factor; the order is the contract's, so that a set has one form. */
export function toggleFactor(chosen: readonly Factor[], factor: Factor, on: boolean): Factor[] {
  return factorWords.filter((one) => (one === factor ? on : chosen.includes(one)));
}

type Modules = SetInfoParamReply['funOption'];

/** Selectable factors: those the terminal has a module for, and those selected already. */
export function offeredFactors(modules: Modules | undefined, chosen: readonly Factor[]): Factor[] {
  const without: Partial<Record<Factor, boolean>> = {
    face: modules?.FACE === 0,
    finger: modules?.FP === 0,
    iris: modules?.IRIS === 0,
  };
  return factorWords.filter((factor) => without[factor] !== true || chosen.includes(factor));
}
