import type { Factor, User } from '@gen/contract.ts';
import { fingersOf, hasFace, hasIris } from '../enrol/enrolled.ts';

type Held = Pick<User, 'cardno' | 'hasPassword' | 'enrolled'>;

/** Whether the user has this factor. Every user has an ID. */
export function isEnrolled(user: Held, factor: Factor): boolean {
  switch (factor) {
    case 'id':
      return true;
    case 'card':
      return user.cardno !== '0';
    case 'password':
      return user.hasPassword;
    case 'finger':
      return fingersOf(user).length > 0;
    case 'face':
      return hasFace(user);
    case 'iris':
      return hasIris(user);
  }
}

/** Selected factors that would lock out the user. */
export function lacking(user: Held, chosen: readonly Factor[]): Factor[] {
  return chosen.filter((factor) => !isEnrolled(user, factor));
}
