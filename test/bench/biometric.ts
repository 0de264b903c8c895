// Who passes at the simulated modules, and how long a search takes, see biometric.c.

import { execFileSync } from 'node:child_process';
import { rootPath } from '../harness/paths.ts';
import type { Row } from './table.ts';

const none = { value: Number.NaN, limit: Number.NaN, budget: '' };

function rowOf(line: string): Row {
  const [what = '', ...words] = line.split(' ');
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = words;
  if (what === 'search') {
    return {
      ...none,
      what: 'fingerprint among 50,000, with its event',
      ours: `${first} ms of processor known, ${second} ms not`,
      reference: `${third} of ${fifth} known found, ${fourth} of ${fifth} strangers`,
    };
  }
  return {
    ...none,
    what: `${what}, precision ${first}, 1:N`,
    ours: `${third} false rejects, ${fourth} false matches`,
    reference: `1,000 people (${second} enrolled), 1,000 strangers`,
  };
}

export function benchBiometric(): Promise<Row[]> {
  const output = execFileSync(rootPath('build/host/biometric_bench'), { encoding: 'utf8' });
  return Promise.resolve(output.trim().split('\n').map(rowOf));
}
