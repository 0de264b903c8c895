// Factory data of a terminal: generates it, writes it for the terminal, and records it in the log of the line
// (docs/provisioning.md).
//
//   npx node tools/provision/main.ts --out DIR/provision --log FACTORY.log [--disk DISK] [--serial S] [--brand B]

import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Fault } from '../release/fault.ts';
import { writeProvision } from './disk.ts';
import { drawPassword, drawSerial, drawSnKey, provisionText } from './draw.ts';
import { append, fingerprint, hasSerial } from './line_log.ts';

interface Given {
  readonly out: string;
  readonly log: string;
  /** Disk of a board, to which it is written as well. */
  readonly disk: string | undefined;
  readonly serial: string | undefined;
  readonly brand: string;
}

function given(args: readonly string[]): Given {
  const text = { type: 'string' } as const;
  const options = { out: text, log: text, disk: text, serial: text, brand: text } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { out, log, disk, serial, brand = 'postern' } = values;
  if (out === undefined) throw new Fault('missing: --out');
  if (log === undefined) throw new Fault('missing: --log');
  if (serial !== undefined && !/^[A-Za-z0-9-]{4,32}$/.test(serial)) {
    throw new Fault(`--serial is 4 to 32 letters, digits and -, not «${serial}»`);
  }
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(brand)) {
    throw new Fault(`--brand is a name of small letters, digits and -, not «${brand}»`);
  }
  return { out, log, disk, serial, brand };
}

function serialFor({ log, serial }: Given): string {
  if (serial !== undefined) {
    if (hasSerial(log, serial)) throw new Fault(`--serial: ${serial} stands in ${log} already`);
    return serial;
  }
  let fresh = drawSerial();
  while (hasSerial(log, fresh)) fresh = drawSerial();
  return fresh;
}

function writeWhole(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The log is written before the file gets its name: no terminal gets data that the log does not have. */
function provision(asked: Given): string {
  const serial = serialFor(asked);
  const [password, snKey] = [drawPassword(), drawSnKey()];
  const text = provisionText({ serial, password, snKey, brand: asked.brand });
  const part = `${asked.out}.${process.pid}.part`;
  const line = {
    time: new Date().toISOString(),
    serial,
    brand: asked.brand,
    engineerPassword: fingerprint(password, serial),
    snKey: fingerprint(snKey, serial),
  };
  try {
    writeWhole(part, text);
    if (!append(asked.log, line)) throw new Fault(`--serial: ${serial} stands in ${asked.log} already`);
    if (asked.disk !== undefined) writeProvision(asked.disk, text);
    linkSync(part, asked.out);
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(`--out: ${asked.out} cannot be made (${(error as NodeJS.ErrnoException).code})`);
  } finally {
    rmSync(part, { force: true });
  }
  return serial;
}

try {
  const asked = given(process.argv.slice(2));
  console.log(`${asked.out}: ${provision(asked)}`);
} catch (error) {
  const usage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof Fault) && !usage) throw error;
  console.error(`provision: ${(error as Error).message}`);
  process.exitCode = 1;
}
