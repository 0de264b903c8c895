// Bulk import like the console: the file in chunks, then step by step.

import type { Client } from './client.ts';
import type { CallReply, CallRequest } from './contract.ts';
import { sendFile, sendPiece } from './pieces.ts';
import { until } from './wait.ts';
import type { WireReply } from './wire.ts';

export type BulkState = CallReply<'bulkState'>;

/** Sends a chunk. */
export function piece(
  client: Client,
  request: CallRequest<'bulkUpload'>,
  body: Buffer = Buffer.from('x'),
): Promise<WireReply> {
  return sendPiece(client, 'bulkUpload', request, body);
}

/** Sends a file like the console. */
export async function send(
  client: Client,
  kind: 'users' | 'photos' | 'punches' | 'roster',
  file: Buffer,
  name: string,
): Promise<void> {
  const refused = await sendFile(client, 'bulkUpload', { kind, name }, file);
  if (refused !== undefined) throw new Error(`bulkUpload answered ${refused.status} ${refused.text}`);
}

/** Sends a table of users in CSV. */
export function sendLines(client: Client, ...lines: readonly string[]): Promise<void> {
  return send(client, 'users', Buffer.from(`${lines.join('\r\n')}\r\n`), 'people.csv');
}

/** The state once checking or writing has ended. */
export async function settled(client: Client): Promise<BulkState> {
  let state = await client.call('bulkState', {});
  await until(
    'the job rests',
    async () => {
      state = await client.call('bulkState', {});
      return state.step !== 'checking' && state.step !== 'writing';
    },
    { everyMs: 20 },
  );
  return state;
}

/** Reads the preview of the file, accepts the detected columns, and checks it. */
export async function checked(client: Client, more: CallRequest<'bulkCheck'> = {}): Promise<BulkState> {
  const look = await client.call('bulkLook', {});
  await client.call('bulkCheck', {
    encoding: look.encoding,
    delimiter: look.delimiter,
    heading: look.heading,
    columns: look.columns.map(({ field }) => field),
    ...more,
  });
  return settled(client);
}

/** Writes the checked rows. */
export async function written(client: Client, whole = false): Promise<BulkState> {
  await client.call('bulkStart', { whole });
  return settled(client);
}
