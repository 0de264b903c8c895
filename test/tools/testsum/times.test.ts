import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesFromCeedling, filesFromVitest, timeTable } from '../../../tools/testsum/times.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'times-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("takes each file of vitest's report, by its path in the project", () => {
  const json = JSON.stringify({ testResults: [{ name: '/here/test/a.test.ts', startTime: 500, endTime: 2750 }] });
  expect(filesFromVitest(json, '/here')).toEqual([{ file: 'test/a.test.ts', seconds: 2.25 }]);
});

it('has no times where there is no report', () => {
  expect(filesFromVitest(undefined, '/here')).toEqual([]);
  expect(filesFromVitest('{}', '/here')).toEqual([]);
  expect(filesFromCeedling(join(folder, 'none'), 0)).toEqual([]);
});

it('takes the programs that Ceedling ran this time, passed or failed', () => {
  const write = (name: string, file: string, time: string, atSeconds: number): void => {
    const path = join(folder, name);
    writeFileSync(path, `---\n:source:\n  :file: ${file}\n  :dirname: util\n:stdout: []\n:time: ${time}\n`);
    utimesSync(path, atSeconds, atSeconds);
  };
  write('test_a.pass', 'util/test_a.c', '1.5', 1000);
  write('test_b.fail', 'util/test_b.c', '2.5e-02', 1001);
  write('test_old.pass', 'util/test_old.c', '40', 999);
  write('test_a.fixture_run', 'util/test_a.c', '3', 1000);
  const times = filesFromCeedling(folder, 1_000_000).sort((a, b) => a.seconds - b.seconds);
  expect(times).toEqual([
    { file: 'test/unit/util/test_b.c', seconds: 0.025 },
    { file: 'test/unit/util/test_a.c', seconds: 1.5 },
  ]);
});

it('prints the longest first, and ten files', () => {
  const files = Array.from({ length: 12 }, (_, n) => ({ file: `f${n}`, seconds: n }));
  const lines = timeTable([
    { name: 'quick', seconds: 1, cpuSeconds: 1.5, files: [{ file: 'long', seconds: 100.04 }] },
    { name: 'slow', seconds: 20, cpuSeconds: 0, files },
  ]);
  expect(lines.slice(0, 6)).toEqual([
    '',
    'time of each suite, and of processor:',
    '      20.0 s       0.0 s  slow',
    '       1.0 s       1.5 s  quick',
    '',
    'slowest test files:',
  ]);
  expect(lines.slice(6)).toEqual([
    '     100.0 s  long (quick)',
    ...Array.from({ length: 9 }, (_, n) => `      ${(11 - n).toFixed(1).padStart(4)} s  f${11 - n} (slow)`),
    '',
  ]);
});

it('leaves out the files where no suite has any', () => {
  expect(timeTable([{ name: 'arch', seconds: 1, cpuSeconds: 1, files: [] }]).join()).not.toContain('slowest');
});
