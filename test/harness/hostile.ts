// Calls with maximum cost for the terminal.

import { crc32, deflateSync } from 'node:zlib';
import { send } from './bulk.ts';
import type { Client } from './client.ts';
import type { WireReply } from './wire.ts';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A square grey PNG whose rows differ only by the filter: few bytes and many pixels. */
export function largePng(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side + 1) * side), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** From level 4 accounts may change users, and nothing else. */
export async function mayChangeUsers(admin: Client): Promise<void> {
  const rights = {
    user: 'write',
    basicSetting: 'none',
    advSetting: 'none',
    network: 'none',
    AccSetting: 'none',
  } as const;
  await admin.call('GetRoles', { levels: [4, 5, 6, 7].map((level) => ({ level, ...rights })) });
}

export function uploadPhoto(client: Client, userid: number, png: Buffer): Promise<WireReply> {
  return client.attempt('uploadPhoto', { userid }, { body: png, headers: { 'content-type': 'image/png' } });
}

/** A table of only line ends, with this number of bytes. */
export async function sendLineEnds(client: Client, bytes: number): Promise<void> {
  await send(client, 'users', Buffer.alloc(bytes, '\n'), 'lines.csv');
}
