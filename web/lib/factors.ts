/** What a user may have to present at the door: words, and which of it a terminal can ask for. */
import type { SetInfoParamReply } from '@gen/machine.ts';
import { type Factor, factorWords } from '@gen/users.ts';
import { t } from './i18n.ts';

export type { Factor };

export function factorText(factor: Factor): string {
  return t(`enum.Factor.${factor}`);
}

/** Puts a factor in or takes it out; always in the contract's order, so that a set has one form. */
export function toggleFactor(chosen: readonly Factor[], factor: Factor, on: boolean): Factor[] {
  return factorWords.filter((one) => (one === factor ? on : chosen.includes(one)));
}

type Modules = SetInfoParamReply['funOption'];

/** Factors to choose from: those the terminal has a module for, and those chosen already. */
export function offeredFactors(modules: Modules | undefined, chosen: readonly Factor[]): Factor[] {
  const without: Partial<Record<Factor, boolean>> = {
    face: modules?.FACE === 0,
    finger: modules?.FP === 0,
    iris: modules?.IRIS === 0,
  };
  return factorWords.filter((factor) => without[factor] !== true || chosen.includes(factor));
}
