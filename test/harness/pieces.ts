// Sends a file in chunks, like the console.

import type { Client } from './client.ts';
import type { CallRequest } from './contract.ts';
import type { WireReply } from './wire.ts';

/** Bytes of a chunk: the maximum of the calls. */
export const pieceOctets = 262_144;

export const octetStream = { 'content-type': 'application/octet-stream' };

type Upload = 'bulkUpload' | 'restoreUpload';
type Rest<N extends Upload> = Omit<CallRequest<N>, 'offset' | 'total'>;

/** Sends one chunk, and returns any answer. */
export function sendPiece<N extends Upload>(
  client: Client,
  call: N,
  request: CallRequest<N>,
  piece: Buffer,
): Promise<WireReply> {
  return client.attempt(call, request, { body: piece, headers: octetStream });
}

/** Sends all of a file; returns the last refusal, or undefined. */
export async function sendFile<N extends Upload>(
  client: Client,
  call: N,
  rest: Rest<N>,
  content: Buffer,
): Promise<WireReply | undefined> {
  for (let offset = 0; offset < content.length; ) {
    // The rest of the request and its offset are the whole request of this very call.
    const request = { ...rest, offset, total: content.length } as unknown as CallRequest<N>;
    const reply = await sendPiece(client, call, request, content.subarray(offset, offset + pieceOctets));
    if (reply.envelope.code === 'error') return reply;
    offset = Number(reply.envelope.data['received']);
  }
  return undefined;
}
