// 1:1: who has typed the ID is compared with the own finger alone, more leniently than somebody who is searched for.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rootPath } from '../harness/paths.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;
const mine = 71;
const others = 72;

beforeAll(async () => {
  terminal = await Terminal.start();
  for (const userid of [7, 8]) await terminal.add({ userid, identifyMode: 'all', identifyFactors: ['id', 'finger'] });
  await until('the module', async () => {
    const { modules } = await terminal.admin.call('modules', {});
    return modules.some(({ factor, whole }) => factor === 'finger' && whole);
  });
  await enrol(7, mine);
  await enrol(8, others);
  await terminal.admin.call('GetFPCompareParam', { level: 5 });
});
afterAll(() => terminal.stop());

async function enrol(userid: number, seed: number): Promise<void> {
  await terminal.admin.call('regfp', { userid, finger: 1 });
  const presses = async () => (await terminal.admin.call('getOnlineEnrollStatus', {})).presses;
  for (let press = 1; press <= 3; press++) {
    await terminal.bench.act({ do: 'finger', seed, press, instantly: true, lift: true });
    await until(`press ${press}`, async () => (await presses()) === press, { everyMs: 20 });
  }
  await until('the end', async () => (await terminal.admin.call('getOnlineEnrollStatus', {})).step === 'done');
}

/** What the door makes of one; a moment later nothing of it counts. */
async function answer(act: () => Promise<unknown>) {
  const count = terminal.bench.accesses.length;
  await act();
  await until('the door', () => terminal.bench.accesses.length > count);
  return terminal.bench.accesses[count];
}
const show = (seed: number, press: number) =>
  answer(() => terminal.bench.act({ do: 'finger', seed, press, quality: 60, instantly: true, lift: true }));
const type = (digits: string) => answer(() => terminal.bench.act({ do: 'pin', digits }));
const later = () => terminal.bench.advance(10_000);

/** The first press of a finger that the search does not find. */
async function weakPress(seed: number): Promise<number> {
  for (let press = 10; press < 200; press++) {
    const shown = await show(seed, press);
    await later();
    if (shown?.user === undefined || shown.user === null) {
      await type('7');
      const verified = await show(seed, press);
      await later();
      if (verified?.granted === true) return press;
    }
  }
  throw new Error('no press is between the thresholds');
}

const section = readFileSync(rootPath('docs/rules.md'), 'utf8').split('## One against one')[1]?.split('\n## ')[0] ?? '';
const rows = section
  .split('\n')
  .filter((line) => /^\| \d|^\| none/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('a weak press counts for who typed the ID, and for nobody else, nor later', async () => {
  const press = await weakPress(mine);
  for (const [typed = '', after = '', finger = '', outcome = ''] of rows) {
    if (typed !== 'none') expect(await type(typed)).toMatchObject({ granted: false });
    if (after === '10 s') await later();
    const shown = await (finger === 'weak of 7' ? show(mine, press) : show(others, 2));
    const known = shown?.user ? 'asked for the ID' : 'nobody';
    expect(shown?.granted ? 'let in' : known, `${typed}, ${after}, ${finger}`).toBe(outcome);
    await later();
  }
  expect(rows.length).toBeGreaterThan(4);
});
