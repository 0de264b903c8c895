import type { Factor, User } from '@gen/contract.ts';

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
