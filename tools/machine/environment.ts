// What a boot loader does with the boot environment (docs/image.md), whose form is that of the image.

import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type Environment, fresh as factory, readEnvironment, writeEnvironment } from '../image/environment.ts';

/** Tries of a slot that is new, or confirmed. */
export const allTries = 3;

export type Slot = 'A' | 'B';
export const slots: readonly Slot[] = ['A', 'B'];

export type { Environment };

/** What the boot loader has where there is none, or a damaged one: nothing is in the second slot yet. */
export const fresh: Environment = { ...factory, BOOT_B_LEFT: '0' };

export function read(path: string): Environment {
  try {
    return readEnvironment(readFileSync(path)) ?? fresh;
  } catch {
    return fresh;
  }
}

/** One write of one sector. */
export function write(path: string, environment: Environment): void {
  const file = openSync(path, 'r+');
  try {
    const sector = writeEnvironment(environment);
    writeSync(file, sector, 0, sector.length, 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const leftName = (slot: Slot): string => `BOOT_${slot}_LEFT`;

export function triesLeft(environment: Environment, slot: Slot): number {
  const left = Number(environment[leftName(slot)] ?? 0);
  return Number.isInteger(left) && left > 0 ? Math.min(left, allTries) : 0;
}

export function withTries(environment: Environment, slot: Slot, left: number): Environment {
  return { ...environment, [leftName(slot)]: String(left) };
}

export function order(environment: Environment): readonly Slot[] {
  const words = (environment['BOOT_ORDER'] ?? '').split(' ');
  const known = slots.filter((slot) => words.includes(slot));
  return known.toSorted((a, b) => words.indexOf(a) - words.indexOf(b));
}

export interface Choice {
  readonly slot: Slot;
  readonly environment: Environment;
  /** No slot has a try left behind this one: what fails now is followed by the recovery. */
  readonly isLast: boolean;
}

/** What the boot loader does: the slot it starts, and the environment behind it. Nothing: no slot has tries left. */
export function choose(environment: Environment): Choice | undefined {
  const slot = order(environment).find((one) => triesLeft(environment, one) > 0);
  if (slot === undefined) return undefined;
  const next = withTries(environment, slot, triesLeft(environment, slot) - 1);
  return { slot, environment: next, isLast: slots.every((one) => triesLeft(next, one) === 0) };
}
