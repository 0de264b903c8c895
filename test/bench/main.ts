// Runs the benchmarks, all or those named, and prints one table.
//
//   npx node test/bench/main.ts [--short] [NAME]...
//
// --short: each once with little data, unjudged, and a line `ok` or `not ok` for each instead of the table: for make test.
// FIGURES=1 appends the rows of a full run to docs/figures.csv. Exit code 1 when a benchmark failed; 0 also when a budget is missed: the table
// says it.

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { rootPath } from '../harness/paths.ts';
import { testLimitMs } from '../harness/patience.ts';
import { benchBackup } from './backup.ts';
import { benchBiometric } from './biometric.ts';
import { benchBulk } from './bulk.ts';
import { benchBusy } from './busy.ts';
import { benchDeletes } from './deletes.ts';
import { benchDoor } from './door.ts';
import { appendFigures, figureOf, lastFigures, readFigures, thisRun } from './figures.ts';
import { benchFirstList } from './firstList.ts';
import { benchHostile } from './hostile.ts';
import { benchIdle } from './idle.ts';
import { benchListeners } from './listeners.ts';
import { benchLoad } from './load.ts';
import { benchMemory } from './memory.ts';
import { benchPage } from './page.ts';
import { benchPunch } from './punch.ts';
import { benchRecords } from './records.ts';
import { benchReport } from './report.ts';
import { type Bench, checkLine, runBenches } from './runner.ts';
import { benchSaves } from './saves.ts';
import { scaleFolder } from './scale.ts';
import { benchServing } from './serving.ts';
import { benchStart } from './start.ts';
import { isRow, type Line, renderTable } from './table.ts';
import { benchTls } from './tls.ts';

const benches: Readonly<Record<string, Bench>> = {
  static: benchServing,
  page: benchPage,
  load: benchLoad,
  busy: benchBusy,
  hostile: benchHostile,
  memory: benchMemory,
  saves: benchSaves,
  idle: benchIdle,
  tls: benchTls,
  start: benchStart,
  list: benchFirstList,
  biometric: benchBiometric,
  records: benchRecords,
  report: benchReport,
  punch: benchPunch,
  listeners: benchListeners,
  door: benchDoor,
  deletes: benchDeletes,
  bulk: benchBulk,
  backup: benchBackup,
};

const programs = ['user_page', 'month_report', 'biometric_bench', 'fingers'];
const figures = rootPath('docs/figures.csv');

/** What the benchmarks need besides the daemon. */
function build(): void {
  const targets = ['posternd', ...programs].flatMap((name) => ['--target', name]);
  execFileSync('cmake', ['--build', rootPath('build/host'), ...targets, '--', '--quiet'], { stdio: 'inherit' });
  execFileSync('cc', ['-O2', '-o', rootPath('build/bench/epoll_server'), rootPath('test/bench/epoll_server.c')]);
}

/** Prints a line for each as it ends; leaves nothing. */
async function runShort(wanted: readonly string[]): Promise<Line[]> {
  const folder = scaleFolder('short');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  let began = 0;
  const lines = await runBenches({
    benches,
    wanted,
    scale: 'short',
    limitMs: testLimitMs,
    begun: () => {
      began = performance.now();
    },
    ended: (name, lines) => console.log(checkLine(name, lines, (performance.now() - began) / 1000)),
  });
  rmSync(folder, { recursive: true, force: true });
  return lines;
}

/** Prints the table, and keeps its rows where that is asked for. */
async function runFull(wanted: readonly string[], keep: boolean): Promise<Line[]> {
  const run = thisRun(rootPath('.'), new Date());
  const lines = await runBenches({
    benches,
    wanted,
    scale: 'full',
    limitMs: testLimitMs,
    begun: (name) => console.log(`${name} …`),
    ended: (name, ended) => {
      for (const line of ended) if (!isRow(line)) console.error(`${name}: ${line.error}`);
    },
  });
  console.log(`\n${renderTable(lines, lastFigures(readFigures(figures)))}`);
  if (keep) {
    appendFigures(
      figures,
      lines.filter(isRow).map((row) => figureOf(row, run)),
    );
  }
  return lines;
}

async function main(args: readonly string[]): Promise<number> {
  const isShort = args.includes('--short');
  const wanted = args.filter((name) => name !== '--short');
  const keep = !['', '0'].includes(process.env['FIGURES'] ?? '');
  const unknown = wanted.filter((name) => benches[name] === undefined);
  if (unknown.length > 0) {
    console.error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
    return 2;
  }
  mkdirSync(rootPath('build/bench'), { recursive: true });
  build();
  const lines = await (isShort ? runShort(wanted) : runFull(wanted, keep));
  return lines.every(isRow) ? 0 : 1;
}

// What a benchmark that was given up left running ends with the process.
process.exit(await main(process.argv.slice(2)));
