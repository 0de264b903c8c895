// Runs the benchmarks, all or those named, and prints one table. Exit code 0 also when a budget is missed: the table says it.

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { rootPath } from '../harness/paths.ts';
import { benchBackup } from './backup.ts';
import { benchBiometric } from './biometric.ts';
import { benchBulk } from './bulk.ts';
import { benchBusy } from './busy.ts';
import { benchDeletes } from './deletes.ts';
import { benchDoor } from './door.ts';
import { benchFirstList } from './firstList.ts';
import { benchIdle } from './idle.ts';
import { benchListeners } from './listeners.ts';
import { benchLoad } from './load.ts';
import { benchMemory } from './memory.ts';
import { benchPage } from './page.ts';
import { benchPunch } from './punch.ts';
import { benchRecords } from './records.ts';
import { benchReport } from './report.ts';
import { benchSaves } from './saves.ts';
import { benchServing } from './serving.ts';
import { benchStart } from './start.ts';
import { type Row, renderTable } from './table.ts';
import { benchTls } from './tls.ts';

const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  static: benchServing,
  page: benchPage,
  load: benchLoad,
  busy: benchBusy,
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

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}

mkdirSync(rootPath('build/bench'), { recursive: true });
execFileSync(
  'cmake',
  [
    '--build',
    rootPath('build/host'),
    '--target',
    'posternd',
    'user_page',
    'month_report',
    'biometric_bench',
    'fingers',
  ],
  {
    stdio: 'inherit',
  },
);
execFileSync('cc', ['-O2', '-o', rootPath('build/bench/epoll_server'), rootPath('test/bench/epoll_server.c')]);

const rows: Row[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`${name} …`);
  rows.push(...(await bench()));
}
console.log(`\n${renderTable(rows)}`);
