// The load of the benchmark `hostile`, in a process of its own: calls of one account without a pause until the standard input ends.
// Prints how many were answered.

import { Client } from '../harness/client.ts';
import { largePng, uploadPhoto } from '../harness/hostile.ts';
import { goodPassword } from '../harness/terminal.ts';

const [port, looks, photos, signIns, side] = process.argv.slice(2).map(Number);
let answered = 0;
let ended = false;

async function repeat(call: () => Promise<unknown>): Promise<void> {
  while (!ended) {
    await call();
    answered++;
  }
}

const start = (count: number | undefined, call: () => Promise<unknown>): Promise<void>[] =>
  Array.from({ length: count ?? 0 }, () => repeat(call));

const client = new Client(() => port ?? 0);
const stranger = new Client(() => port ?? 0);
await client.signIn('1', goodPassword(1));
const png = largePng(side ?? 0);
const running = [
  ...start(looks, () => client.attempt('bulkLook', {})),
  ...start(photos, () => uploadPhoto(client, 1, png)),
  ...start(signIns, () => stranger.attempt('chklogin', { username: '1', password: goodPassword(1) })),
];
console.log('running');
for await (const _ of process.stdin);
ended = true;
await Promise.all(running);
console.log(answered);
process.exit(0);
