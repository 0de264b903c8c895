// A terminal as full as the reference board gets: 100,000 users, every second of the first with a finger, and a million lines of the
// log. Made once and kept in the build folder.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seedRecords, writeRecords } from '../../tools/seed/records.ts';
import { seedUser } from '../../tools/seed/users.ts';
import { Daemon } from '../harness/daemon.ts';
import { rootPath } from '../harness/paths.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { drop } from './drop.ts';
import { residentKilobytes } from './process.ts';
import { contents, type Scale, scaleFolder } from './scale.ts';
import { seededState } from './seeded.ts';

/** After that the relay that was released for a second has fallen. */
export const relayHeldMs = 1100;
/** Budget from a credential to the relay, p99. */
export const relayMsMost = 2;

/** Time of the first line, and between two: eight months. */
export const fullFrom = Date.UTC(2026, 0, 1);
export const fullEvery = 20_000;

/** Gives a fresh copy of it in `folder`. */
export async function fullState(folder: string, scale: Scale): Promise<string> {
  const kept = join(scaleFolder(scale), 'full');
  if (!existsSync(kept)) {
    const making = mkdtempSync(join(scaleFolder(scale), 'full-'));
    const state = await seededState(making, scale);
    const { fingers, records, people } = contents[scale];
    console.log(`giving ${fingers} of them a finger, and the log ${records} lines, once`);
    execFileSync(rootPath('build/host/fingers'), [state, String(fingers)], { stdio: ['ignore', 'ignore', 'pipe'] });
    writeRecords(state, seedRecords({ count: records, users: people, from: fullFrom, every: fullEvery }));
    renameSync(state, kept);
    rmSync(making, { recursive: true });
  }
  const state = join(folder, 'state');
  cpSync(kept, state, { recursive: true });
  return state;
}

export interface Full {
  readonly terminal: Terminal;
  /** On the disk that the terminal's state is on. */
  readonly folder: string;
  /** Resident memory in kB before the simulated module was filled, and what that took: it keeps its templates in the daemon. */
  readonly before: number;
  readonly module: number;
  readonly end: () => Promise<void>;
}

/** Starts it; returns when the fingerprint module knows all fingers. */
export async function startFull(scale: Scale): Promise<Full> {
  const folder = mkdtempSync(join(scaleFolder(scale), 'run-'));
  const terminal = await Terminal.take(await Daemon.start({ state: await fullState(folder, scale) }));
  const before = residentKilobytes(terminal.daemon.pid).all;
  /* A slice of it every 200 ms: the clock is moved on, and it is ten seconds instead of three minutes. */
  const filled = async (): Promise<boolean> => {
    await terminal.bench.advance(200);
    return terminal.bench.states.get('finger')?.['count'] === contents[scale].fingers;
  };
  await until('the module to be filled', filled, { everyMs: 1 });
  return {
    terminal,
    folder,
    before,
    module: residentKilobytes(terminal.daemon.pid).all - before,
    end: async () => {
      await drop(terminal);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** People whom nothing but their card lets in, by ID: of group 1, without end, whoever shows them. */
export function* peopleWithCards(scale: Scale): Generator<{ readonly userid: number; readonly cardno: string }> {
  for (let index = 0; index < contents[scale].users; index++) {
    const { userid, cardno, group, validFrom, validTo } = seedUser(index, { pinEvery: 0 });
    if (cardno !== undefined && group === 1 && validFrom === undefined && validTo === undefined) {
      yield { userid, cardno };
    }
  }
}
