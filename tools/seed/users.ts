// A plausible user for every number: the same number gives the same user on every machine and in every run.

import { type NamePool, pools } from './names.ts';

/** Fields of adduser, as named in the contract; only fields that a user has are set. */
export interface SeedUser {
  readonly userid: number;
  readonly username: string;
  readonly cardno?: string;
  readonly password?: string;
  readonly level?: number;
  readonly group: number;
  readonly identifyMode?: 'any' | 'all';
  readonly identifyFactors?: readonly ('card' | 'finger' | 'password' | 'id')[];
  readonly shift: number;
  readonly validFrom?: string;
  readonly validTo?: string;
}

export interface SeedOptions {
  /** One user in this many has a PIN. A PIN costs an argon2id hash on the terminal, some 30 ms each. */
  readonly pinEvery: number;
}

/** A well mixed 32-bit number for (user, purpose): like splitmix, so that each field is independent. */
function mix(index: number, purpose: number): number {
  let x = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

function pick<T>(values: readonly T[], index: number, purpose: number): T {
  const value = values[mix(index, purpose) % values.length];
  if (value === undefined) throw new Error('an empty pool');
  return value;
}

function joined(pool: NamePool, given: string, family: string): string {
  switch (pool.order) {
    case 'given family':
      return `${given} ${family}`;
    case 'family given':
      return `${family} ${given}`;
    case 'familygiven':
      return `${family}${given}`;
    case 'given':
      return given;
  }
}

export function seedName(index: number): string {
  const area = pools[index % pools.length];
  if (area === undefined) throw new Error('an empty pool');
  const pool = pick(area, index, 1);
  return joined(pool, pick(pool.given, index, 2), pick(pool.family, index, 3));
}

/**
 * A distinct number below 2^bits for every index below it: a Feistel network is a permutation, so that cards and PINs
 * look scattered and never collide.
 */
function scatter(index: number, halfBits: number): number {
  const mask = 2 ** halfBits - 1;
  let left = Math.floor(index / 2 ** halfBits) & mask;
  let right = index & mask;
  for (let round = 0; round < 4; round++) {
    const next = (left ^ mix(right, 100 + round)) & mask;
    left = right;
    right = next;
  }
  return left * 2 ** halfBits + right;
}

/** Cards of 1 to 16,777,215, so that terminals with three-byte cards accept them too. */
function seedCard(index: number): string {
  const number = scatter(index, 12);
  return String(number === 0 ? 2 ** 24 : number);
}

/** Six digits, distinct for every index below 2^18; see plausiblePin() for those that are used. */
export function seedPin(index: number): string {
  return String(300_000 + scatter(index, 9));
}

/**
 * True if the terminal accepts the PIN: no well-known one, no repeats or runs, no date
 * (the middle two digits are no month; PINs here begin at 30, so that no other order makes one).
 */
export function plausiblePin(pin: string): boolean {
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, at) => digit - (digits[at] ?? 0));
  const runs = steps.some((step, at) => Math.abs(step) <= 1 && step === steps[at + 1]);
  const month = Number(pin.slice(2, 4));
  return !runs && new Set(digits).size >= 4 && (month === 0 || month > 12);
}

const days = (from: number, span: number): string =>
  new Date(Date.UTC(2019, 0, 1) + (from + span) * 86_400_000).toISOString().slice(0, 10);

function validity(index: number): { validFrom?: string; validTo?: string } {
  switch (mix(index, 20) % 10) {
    case 0: // a visitor or a season: begins and ends, most of them over
      return {
        validFrom: days(mix(index, 21) % 2_000, 0),
        validTo: days(mix(index, 21) % 2_000, 30 + (mix(index, 22) % 700)),
      };
    case 1:
      return { validTo: days(2_500, mix(index, 23) % 4_000) };
    default:
      return {};
  }
}

/** The `index`-th user, from 0. IDs run from 1 without gaps, as assigned by a terminal. */
export function seedUser(index: number, options: SeedOptions): SeedUser {
  const card = mix(index, 10) % 20 < 17; // 85 of 100 have a card
  const pin = seedPin(index);
  const hasPin = options.pinEvery > 0 && index % options.pinEvery === 0 && plausiblePin(pin);
  const admin = hasPin && mix(index, 12) % 4 === 0;
  const both = card && hasPin && !admin;
  return {
    userid: index + 1,
    username: seedName(index),
    ...(card ? { cardno: seedCard(index) } : {}),
    ...(hasPin ? { password: pin } : {}),
    ...(admin ? { level: 1 + (mix(index, 13) % 8) } : {}),
    group: mix(index, 14) % 10 < 6 ? 1 : 2 + (mix(index, 15) % 15),
    ...(both ? { identifyMode: 'all' as const, identifyFactors: ['card' as const, 'password' as const] } : {}),
    shift: mix(index, 16) % 3 === 0 ? 0 : 1 + (mix(index, 17) % 8),
    ...validity(index),
  };
}
