/** The passphrase of a backup: typed or generated. */
import { downloadBackupLimits } from '@gen/backup.ts';

export const { min: PASSPHRASE_MIN, max: PASSPHRASE_MAX } = downloadBackupLimits.passphrase;

/** 32 characters that are not confused when they are read from paper. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP = 4;

/** 100 bits in five groups of four: infeasible to guess. */
export function madePassphrase(random: (into: Uint8Array<ArrayBuffer>) => Uint8Array = fromBrowser): string {
  const octets = random(new Uint8Array(GROUPS * GROUP));
  const signs = [...octets].map((octet) => SIGNS.charAt(octet % SIGNS.length)).join('');
  return Array.from({ length: GROUPS }, (_, at) => signs.slice(at * GROUP, (at + 1) * GROUP)).join('-');
}

const fromBrowser = (into: Uint8Array<ArrayBuffer>): Uint8Array => crypto.getRandomValues(into);
