import { type Factor, factorWords, type SetInfoParamReply, type User } from '@gen/contract.ts';

/** Whether the terminal knows this factor of a user. An ID everybody has; biometric enrolments do not exist yet. */
export function isEnrolled(user: Pick<User, 'cardno' | 'hasPassword'>, factor: Factor): boolean {
  if (factor === 'id') return true;
  if (factor === 'card') return user.cardno !== '0';
  return factor === 'password' && user.hasPassword;
}

/** Chosen factors that would shut the user out. */
export function lacking(user: Pick<User, 'cardno' | 'hasPassword'>, chosen: readonly Factor[]): Factor[] {
  return chosen.filter((factor) => !isEnrolled(user, factor));
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
