// Who passes at the simulated modules, and how long a search takes: see biometric.c.

import { execFileSync } from 'node:child_process';
import { rootPath } from '../harness/paths.ts';
import type { Scale } from './scale.ts';
import type { Row } from './table.ts';

const sizes = {
  full: { people: 1_000, fingers: 50_000, searches: 40 },
  short: { people: 14, fingers: 30, searches: 2 },
} as const;

const none = { ratio: Number.NaN, value: Number.NaN, limit: Number.NaN, budget: '' };

function rowOf(line: string, scale: Scale): Row {
  const { people, fingers } = sizes[scale];
  const [what = '', ...words] = line.split(' ');
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = words;
  if (what === 'search') {
    return {
      ...none,
      key: 'biometric/search',
      what: `fingerprint among ${fingers}, with its event`,
      ours: `${first} ms of processor known, ${second} ms not`,
      reference: `${third} of ${fifth} known found, ${fourth} of ${fifth} strangers`,
    };
  }
  return {
    ...none,
    key: `biometric/${what}-${first}`,
    what: `${what}, precision ${first}, 1:N`,
    ours: `${third} false rejects, ${fourth} false matches`,
    reference: `${people} people (${second} enrolled), ${people} strangers`,
  };
}

export function benchBiometric(scale: Scale): Promise<Row[]> {
  const { people, fingers, searches } = sizes[scale];
  const args = [people, fingers, searches].map(String);
  const output = execFileSync(rootPath('build/host/biometric_bench'), args, { encoding: 'utf8' });
  return Promise.resolve(
    output
      .trim()
      .split('\n')
      .map((line) => rowOf(line, scale)),
  );
}
