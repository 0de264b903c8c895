// Credentials of a person at the terminal, and the commands that present them.

import type { Command, Person } from '../protocol.ts';

/** A person at the terminal; a stranger is not in the store. */
export interface Visitor extends Person {
  readonly stranger?: true;
}

/** TC-B's order: right thumb to little finger, left little finger to thumb. */
export const fingerNames: readonly string[] = [
  'right thumb',
  'right forefinger',
  'right middle finger',
  'right ring finger',
  'right little finger',
  'left little finger',
  'left ring finger',
  'left middle finger',
  'left forefinger',
  'left thumb',
];

export type Touch = 'good' | 'wet' | 'tip';
export const touches: readonly (readonly [Touch, string, number])[] = [
  ['good', 'dry', 85],
  ['wet', 'wet', 35],
  ['tip', 'tip only', 15],
];

const strangerCard = '3735928559';
const seedsOfStore = 200_000_000;

export const stranger: Visitor = {
  userid: 0,
  name: 'A stranger',
  card: strangerCard,
  fingers: [],
  face: false,
  irises: [],
  stranger: true,
};

/** The number from which the simulated sensor draws a finger or an iris: constant for each person, and unique. */
export function seedOf(visitor: Visitor, index: number): number {
  const own = visitor.stranger === true ? seedsOfStore : visitor.userid % seedsOfStore;
  return own * 10 + index;
}

export const cardCommand = (visitor: Visitor): Command | undefined =>
  visitor.card === '' ? undefined : { do: 'card', number: visitor.card };

export function fingerCommand(visitor: Visitor, finger: number, touch: Touch): Command {
  const quality = touches.find(([name]) => name === touch)?.[2] ?? 85;
  return { do: 'finger', seed: seedOf(visitor, finger), quality, lift: true };
}

export function irisCommand(visitor: Visitor, eye: number): Command {
  return { do: 'iris', seed: seedOf(visitor, 0), eye: eye === 0 ? 'right' : 'left', lift: true };
}

/** Initials for a person's picture. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** A hue for each person. */
export const hueOf = (userid: number): number => (userid * 137) % 360;
