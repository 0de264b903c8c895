// A backup of a terminal as full as the reference board gets, 100,000 users, a million lines of the log, 10,000 photos, taken over
// the wire into a file, and restored on another terminal up to its first answer; beside them `cp` of the same folder, synced.

import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passphrase } from '../harness/backup.ts';
import { Daemon } from '../harness/daemon.ts';
import { sendFile } from '../harness/pieces.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { drop } from './drop.ts';
import { fullState } from './full.ts';
import { residentKilobytes } from './process.ts';
import { contents, type Scale, scaleFolder } from './scale.ts';
import type { Row } from './table.ts';

const sizes = { full: { photos: 10_000 }, short: { photos: 10 } } as const;
/** Encrypted and made durable; tested twice, and started from. */
const backupMost = 6;
const restoreMost = 12;
const photoBytes = 12_000; // of one of the log, about

/** Photos of the last lines, of any content: nobody looks at them here. */
function addPhotos(state: string, scale: Scale): void {
  const folder = join(state, 'photos');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const content = Buffer.alloc(photoBytes);
  for (let n = 0; n < sizes[scale].photos; n++) {
    for (let at = 0; at < photoBytes; at += 4) content.writeUInt32LE(Math.imul(at + 1, n + 0x9e3779b1) >>> 0, at);
    writeFileSync(join(folder, String(contents[scale].records - n)), content, { mode: 0o600 });
  }
}

/** Seconds that copying the folder takes, to the disk. */
function copySeconds(from: string, to: string): number {
  const began = performance.now();
  execFileSync('cp', ['-a', from, to]);
  execFileSync('sync', ['-f', to]);
  return (performance.now() - began) / 1000;
}

function keep(path: string, content: Buffer): void {
  writeFileSync(path, content);
  const fd = openSync(path, 'r');
  fsyncSync(fd);
  closeSync(fd);
}

async function restore(
  folder: string,
  backup: Buffer,
  scale: Scale,
): Promise<{ seconds: number; sent: number; peak: number }> {
  const terminal = await Terminal.start({ state: join(folder, 'other') });
  try {
    const before = residentKilobytes(terminal.daemon.pid).all;
    const began = performance.now();
    const refused = await sendFile(terminal.admin, 'restoreUpload', { name: 'full.backup' }, backup);
    if (refused !== undefined) throw new Error(refused.text);
    const sent = (performance.now() - began) / 1000;
    const { Serial } = await terminal.admin.call('SetInfoParam', {});
    await terminal.admin.call('restoreStart', { passphrase, serial: Serial.slice(-4) });
    const ended = async (): Promise<boolean> => {
      const reply = await terminal.admin.attempt('restoreState', {}).catch(() => undefined);
      if (reply === undefined || reply.status === 401) return true; // the new one does not know this session
      const { step, code } = reply.envelope.data as { step: string; code: number };
      if (step === 'failed') throw new Error(`it failed with ${code}`);
      return false;
    };
    await until('the restart', ended, { everyMs: 100 });
    await until(
      'an answer',
      () =>
        terminal.admin.attempt('logout', {}).then(
          () => true,
          () => false,
        ),
      { everyMs: 20 },
    );
    const seconds = (performance.now() - began) / 1000;
    await terminal.resume();
    const { users, records } = await terminal.admin.call('SetInfoParam', {});
    if (users !== contents[scale].users || records < contents[scale].records)
      throw new Error(`${users} users and ${records} lines are there`);
    return { seconds, sent, peak: (residentKilobytes(terminal.daemon.pid).peak - before) / 1024 };
  } finally {
    await drop(terminal);
  }
}

export async function benchBackup(scale: Scale): Promise<Row[]> {
  const { photos } = sizes[scale];
  const folder = mkdtempSync(join(scaleFolder(scale), 'backup-'));
  try {
    const state = await fullState(folder, scale);
    addPhotos(state, scale);
    const copied = copySeconds(state, join(folder, 'copy'));
    const terminal = await Terminal.take(await Daemon.start({ state }));
    try {
      const before = residentKilobytes(terminal.daemon.pid).all;
      await terminal.admin.call('confirmPassword', { password: terminal.admin.password ?? '' });
      const began = performance.now();
      const { file } = await terminal.admin.attempt('DownloadBackup', { passphrase, photos: true });
      if (file === undefined) throw new Error('no file came');
      keep(join(folder, 'full.backup'), file);
      const seconds = (performance.now() - began) / 1000;
      const more = (residentKilobytes(terminal.daemon.pid).peak - before) / 1024;
      const restored = await restore(folder, file, scale);
      const size = `${(file.length / 1e6).toFixed(0)} MB`;
      return [
        {
          key: 'backup/backup',
          what: `backup of ${contents[scale].users} users, ${contents[scale].records} lines, ${photos} photos, ${size}`,
          ours: `${seconds.toFixed(1)} s, ${more.toFixed(0)} MB more memory at most`,
          reference: `cp and sync ${copied.toFixed(1)} s, x${(seconds / copied).toFixed(1)}`,
          ratio: seconds / copied,
          budget: `<= ${backupMost} x cp`,
          value: seconds / copied,
          limit: backupMost,
        },
        {
          key: 'backup/restore',
          what: 'restored on another terminal, sent, tested and restarted',
          ours: `${restored.seconds.toFixed(1)} s (sent after ${restored.sent.toFixed(1)} s), ${restored.peak.toFixed(0)} MB more memory at most`,
          reference: `cp and sync ${copied.toFixed(1)} s, x${(restored.seconds / copied).toFixed(1)}`,
          ratio: restored.seconds / copied,
          budget: `<= ${restoreMost} x cp`,
          value: restored.seconds / copied,
          limit: restoreMost,
        },
      ];
    } finally {
      await drop(terminal);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
