/** What a user has enrolled: bits of `User.enrolled`. */
import type { User } from '@gen/contract.ts';

type Held = Pick<User, 'enrolled'>;

export const FINGER_COUNT = 10;
const FACE = 1 << 10;
const IRISES = (1 << 11) | (1 << 12);
const PHOTO = 1 << 13;

export function fingersOf({ enrolled }: Held): number[] {
  return Array.from({ length: FINGER_COUNT }, (_, index) => index).filter((index) => (enrolled & (1 << index)) !== 0);
}

export function hasFace({ enrolled }: Held): boolean {
  return (enrolled & FACE) !== 0;
}

export function hasIris({ enrolled }: Held): boolean {
  return (enrolled & IRISES) !== 0;
}

export function hasPhoto({ enrolled }: Held): boolean {
  return (enrolled & PHOTO) !== 0;
}
