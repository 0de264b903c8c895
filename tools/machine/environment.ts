// A boot loader's handling of the boot environment (docs/image.md), in the same format as the image.

import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type Environment, fresh as factory, readEnvironment, writeEnvironment } from '../image/environment.ts';

/** Tries of a new or confirmed slot. */
export const allTries = 3;

export type Slot = 'A' | 'B';
export const slots: readonly Slot[] = ['A', 'B'];

export type { Environment };

/** The boot loader's defaults if the environment is missing or damaged: the second slot is still empty. */
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
  /** No slot has a try left after this one: if it fails, recovery mode follows. */
  readonly isLast: boolean;
}

/** The boot loader's decision: the slot to start, and the new environment. Undefined: no slot has tries left. */
export function choose(environment: Environment): Choice | undefined {
  const slot = order(environment).find((one) => triesLeft(environment, one) > 0);
  if (slot === undefined) return undefined;
  const next = withTries(environment, slot, triesLeft(environment, slot) - 1);
  return { slot, environment: next, isLast: slots.every((one) => triesLeft(next, one) === 0) };
}
