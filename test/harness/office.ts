// LibreOffice without a window: reads the contents of a workbook, and makes a workbook from a table.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rowsOf } from './csv.ts';
import { temporaryFolder } from './daemon.ts';
import { patienceMs } from './patience.ts';

/* Comma, quotation mark, UTF-8; cells as displayed; every sheet a file. */
const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1';
/* Comma, quotation mark, UTF-8, from the first line on, in English, with dates and booleans detected. */
const reading = 'Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true';

/** Rows of each sheet by its name, as LibreOffice displays them. It runs once, with a profile of its own. */
export async function sheetsOf(workbook: Buffer): Promise<Readonly<Record<string, string[][]>>> {
  const folder = temporaryFolder();
  try {
    const out = join(folder, 'out');
    mkdirSync(out);
    writeFileSync(join(folder, 'book.xlsx'), workbook);
    await convert(folder, 'book.xlsx', out, ['--convert-to', filter]);
    return Object.fromEntries(
      readdirSync(out).map((file) => [
        file.replace(/^book-(.*)\.csv$/, '$1'),
        rowsOf(readFileSync(join(out, file), 'utf8').replace(/^\ufeff/, '')),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A CSV table as read by LibreOffice, in the format named by `to`: `xlsx`, `ods`, `csv` with its options. */
export async function savedAs(table: string, to: string): Promise<Buffer> {
  const folder = temporaryFolder();
  try {
    const out = join(folder, 'out');
    mkdirSync(out);
    writeFileSync(join(folder, 'book.csv'), table);
    await convert(folder, 'book.csv', out, [`--infilter=${reading}`, '--convert-to', to]);
    const [file = ''] = readdirSync(out);
    return readFileSync(join(out, file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function convert(folder: string, file: string, out: string, options: readonly string[]): Promise<void> {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  /* A process group of its own, so that children end with it. */
  const child = spawn('soffice', [profile, '--headless', ...options, '--outdir', out, file], {
    cwd: folder,
    detached: true,
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, patienceMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(`soffice ended with ${code}: ${said}`));
    });
  });
}
