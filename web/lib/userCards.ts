/** The cards of a user: the first one, which the specification knows, and up to four more. */
import type { User } from '@gen/users.ts';

export const CARD_FIELDS = ['cardno', 'cardno2', 'cardno3', 'cardno4', 'cardno5'] as const;
export type CardFieldName = (typeof CARD_FIELDS)[number];
export const CARDS_MAX = CARD_FIELDS.length;

export const isCardField = (name: string): name is CardFieldName => CARD_FIELDS.some((field) => field === name);

/** Their numbers, the first card first. */
export function cardsOf(user: Pick<User, CardFieldName>): string[] {
  return CARD_FIELDS.map((field) => user[field]).filter((card) => card !== '0');
}

/** As the terminal stores them: cards behind one that was removed move up. */
export function withoutGaps(user: User): User {
  const cards = cardsOf(user);
  return { ...user, ...Object.fromEntries(CARD_FIELDS.map((field, at) => [field, cards[at] ?? '0'])) };
}
