// Makes and restores backups, like the console.

import type { Client } from './client.ts';
import type { CallRequest } from './contract.ts';
import { sendFile, sendPiece as sendOne } from './pieces.ts';
import type { Terminal } from './terminal.ts';
import { until } from './wait.ts';
import type { WireReply } from './wire.ts';

export const passphrase = 'four brass lanterns at noon';

/** Types the password again, like the console when a call asks for it. */
export async function freshen(client: Client): Promise<void> {
  await client.call('confirmPassword', { password: client.password ?? '' });
}

/** Downloads a backup. */
export async function download(
  client: Client,
  request: Partial<CallRequest<'DownloadBackup'>> = {},
): Promise<{ readonly file: Buffer; readonly reply: WireReply }> {
  await freshen(client);
  const reply = await client.attempt('DownloadBackup', { passphrase, ...request });
  if (reply.file === undefined) throw new Error(`DownloadBackup answered ${reply.text}`);
  return { file: reply.file, reply };
}

/** Sends one chunk, and returns any answer. */
export const sendPiece = (client: Client, piece: Buffer, where: CallRequest<'restoreUpload'>): Promise<WireReply> =>
  sendOne(client, 'restoreUpload', where, piece);

/** Sends a whole file, which must be accepted. */
export async function send(client: Client, file: Buffer, name = 'terminal.backup'): Promise<void> {
  const refused = await sendFile(client, 'restoreUpload', { name }, file);
  if (refused !== undefined) throw new Error(`restoreUpload answered ${refused.text}`);
}

export const serialEnd = async (client: Client): Promise<string> =>
  (await client.call('SetInfoParam', {})).Serial.slice(-4);

/** Starts a restore of the uploaded file; returns the result of its check, or `restarting`. */
export async function begin(client: Client, request: Partial<CallRequest<'restoreStart'>> = {}): Promise<void> {
  await client.call('restoreStart', { passphrase, serial: await serialEnd(client), ...request });
}

/** Restores a file, waits for the restart, and signs `admin` in again. */
export async function restore(
  terminal: Terminal,
  file: Buffer,
  request: Partial<CallRequest<'restoreStart'>> = {},
): Promise<void> {
  await send(terminal.admin, file);
  await terminal.daemon.restartsBy(async () => {
    await begin(terminal.admin, request);
    const reply = await until('the end of the test', async () => {
      const { envelope } = await terminal.admin.attempt('restoreState', {}).catch(() => ({ envelope: undefined }));
      return envelope?.data['step'] !== 'checking' && { step: envelope?.data['step'], code: envelope?.data['code'] };
    });
    if (reply.step === 'failed') throw new Error(`restoring failed: ${String(reply.code)}`);
  });
  await terminal.resume();
}

/** Size of the file's head, and of a full chunk. */
export const headOctets = 129;
export const chunkOctets = 65_536 + 17;

/** The MAC of the terminal, after the last chunk. */
export const macOctets = 32;

/** The encrypted chunks of a backup. */
export function chunksOf(file: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  const end = file.length - macOctets;
  for (let at = headOctets; at < end; at += chunkOctets)
    chunks.push(file.subarray(at, Math.min(at + chunkOctets, end)));
  return chunks;
}

/** The result of a restore that did not restart. */
export function failure(client: Client): Promise<{ readonly step: string; readonly code: number }> {
  return until(
    'the end of the test',
    async () => {
      const { step, code } = await client.call('restoreState', {});
      return step !== 'checking' && { step, code };
    },
    { everyMs: 20 },
  );
}
