// Fills a terminal with plausible users: names in 20 scripts, cards, PINs, groups, shifts, levels, validity. The same
// numbers give the same users everywhere. They are added by adduser, so that every rule of the terminal applies.
//
//   npx node tools/seed/main.ts --state DIR [--count 100000] [--pin-every 250]
//                                  [--records 1000000]
//       makes a new state folder; admin's password is printed. The result is kept in build/seed and copied next time.
//   npx node tools/seed/main.ts --url http://127.0.0.1:8080 --password 123456 [--user admin] [--count …] [--pin-every …]
//       adds them to a running terminal; existing users stay unchanged.

import { parseArgs } from 'node:util';
import { adminPassword } from '../../test/harness/terminal.ts';
import { fill } from './fill.ts';
import { seedRecords, writeRecords } from './records.ts';
import { copySeeded } from './state.ts';

const usage =
  'usage: main.ts (--state DIR | --url URL --password DIGITS [--user NAME]) [--count N] [--pin-every N] [--records N]';

function numberOf(text: string, name: string, low: number, high: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < low || value > high) throw new Error(`--${name} is ${low} to ${high}`);
  return value;
}

/** Spread over the year that ends now. */
function aYear(count: number): { from: number; every: number } {
  const year = 365 * 86_400_000;
  return { from: Date.now() - year, every: Math.floor(year / Math.max(count, 1)) };
}

async function signIn(url: URL, username: string, password: string): Promise<string> {
  const reply = await fetch(new URL('/goform/chklogin', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const envelope = (await reply.json()) as { data: { token?: string; mustChangePassword?: boolean } };
  if (envelope.data.token === undefined) throw new Error(`signing in answered ${reply.status}`);
  if (envelope.data.mustChangePassword === true) throw new Error('replace the initial password first');
  return envelope.data.token;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      state: { type: 'string' },
      url: { type: 'string' },
      user: { type: 'string', default: 'admin' },
      password: { type: 'string' },
      count: { type: 'string', default: '100000' },
      'pin-every': { type: 'string', default: '250' },
      records: { type: 'string', default: '0' },
    },
  });
  const count = numberOf(values.count, 'count', 1, 100_000);
  const pinEvery = numberOf(values['pin-every'], 'pin-every', 0, 100_000);
  const records = numberOf(values.records, 'records', 0, 1_000_000);
  const onProgress = (done: number): void => console.log(`${done} of ${count}`);
  const started = performance.now();
  const seconds = (): string => ((performance.now() - started) / 1000).toFixed(1);
  if (values.state !== undefined && values.url === undefined) {
    await copySeeded(values.state, { count, pinEvery, onProgress });
    writeRecords(values.state, seedRecords({ count: records, users: count, ...aYear(records) }));
    console.log(
      `${values.state}: ${count} users and ${records} records in ${seconds()} s; admin's password is ${adminPassword}`,
    );
    return;
  }
  if (values.url === undefined || values.password === undefined || values.state !== undefined || records > 0)
    throw new Error(usage);
  const url = new URL(values.url);
  const token = await signIn(url, values.user, values.password);
  const port = Number(url.port === '' ? 80 : url.port);
  const result = await fill({
    host: url.hostname,
    port,
    token,
    count,
    pinEvery,
    connections: 2,
    depth: 16,
    onProgress,
  });
  console.log(`${result.added} users added, ${result.present} were there, in ${seconds()} s`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
