import { ErrorCode } from '@gen/errors.ts';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../web/lib/api/apiError.ts';
import { nameOf, octetsThere, PIECE_OCTETS, RETRY_MS, sendPieces } from '../../../web/lib/pieces.ts';

const lost = () => new ApiError('network', 'restoreUpload');
const refused = (code: number) => new ApiError('refused', 'restoreUpload', { code });

/** A terminal that keeps what comes, and what goes wrong with each piece in turn: before it arrived, or only its answer. */
function terminal(troubles: readonly (undefined | { error: Error; arrived?: boolean })[] = []) {
  const there = { kept: new Blob() };
  const offsets: number[] = [];
  const left = [...troubles];
  return {
    there,
    offsets,
    send: async (piece: Blob, offset: number): Promise<number> => {
      offsets.push(offset);
      const trouble = left.shift();
      if (trouble && !trouble.arrived) throw trouble.error;
      if (offset !== 0 && offset !== there.kept.size) throw refused(ErrorCode.uploadGap);
      there.kept = new Blob([there.kept.slice(0, offset), piece]);
      if (trouble) throw trouble.error;
      return there.kept.size;
    },
    received: vi.fn(async () => there.kept.size),
  };
}

const file = (octets: number) => new Blob([Uint8Array.from({ length: octets }, (_, at) => at % 251)]);

async function sent(
  octets: number,
  to: ReturnType<typeof terminal>,
  from = 0,
  signal: AbortSignal = new AbortController().signal,
) {
  const heard: number[] = [];
  const pauses: number[] = [];
  await sendPieces({
    blob: file(octets),
    from,
    send: to.send,
    received: to.received,
    onProgress: (at) => heard.push(at),
    signal,
    pause: async (ms) => void pauses.push(ms),
  });
  return { heard, pauses };
}

const NEVER = new AbortController().signal;
const OCTETS = 2 * PIECE_OCTETS + 7;
function same(a: ArrayBuffer, b: ArrayBuffer): boolean {
  const [left, right] = [new Uint8Array(a), new Uint8Array(b)];
  return left.length === right.length && left.every((octet, at) => octet === right[at]);
}
const isWhole = async ({ there }: ReturnType<typeof terminal>) =>
  same(await there.kept.arrayBuffer(), await file(OCTETS).arrayBuffer());

test('A file goes in pieces, the last one short, and each is told', async () => {
  const to = terminal();
  const { heard } = await sent(OCTETS, to);
  expect(to.offsets).toEqual([0, PIECE_OCTETS, 2 * PIECE_OCTETS]);
  expect(heard).toEqual([0, PIECE_OCTETS, 2 * PIECE_OCTETS, OCTETS]);
  expect(await isWhole(to)).toBe(true);
  expect(to.received).not.toHaveBeenCalled();
});

test('What is there already is not sent', async () => {
  const to = terminal();
  to.there.kept = file(OCTETS).slice(0, PIECE_OCTETS);
  await sent(OCTETS, to, PIECE_OCTETS);
  expect(to.offsets).toEqual([PIECE_OCTETS, 2 * PIECE_OCTETS]);
  expect(await isWhole(to)).toBe(true);
});

test('Where nobody knows how much is there, that is asked first', async () => {
  const to = terminal();
  to.there.kept = file(OCTETS).slice(0, PIECE_OCTETS);
  const heard: number[] = [];
  const { send, received } = to;
  const onProgress = (at: number) => heard.push(at);
  await sendPieces({ blob: file(OCTETS), from: undefined, send, received, onProgress, signal: NEVER });
  expect(to.offsets).toEqual([PIECE_OCTETS, 2 * PIECE_OCTETS]);
  expect(heard).toEqual([PIECE_OCTETS, 2 * PIECE_OCTETS, OCTETS]);
  expect(await isWhole(to)).toBe(true);
});

test('What the terminal has counts only of this very file, and all of it when it has arrived', () => {
  const state = { step: 'uploading', own: true, name: 'a.zip', total: 9, received: 4 };
  expect(octetsThere(state, 'a.zip', 9)).toBe(4);
  expect(octetsThere({ ...state, step: 'uploaded' }, 'a.zip', 9)).toBe(9);
  expect(octetsThere({ ...state, step: 'checking' }, 'a.zip', 9)).toBe(0);
  expect(octetsThere({ ...state, own: false }, 'a.zip', 9)).toBe(0);
  expect(octetsThere(state, 'b.zip', 9)).toBe(0);
  expect(octetsThere(state, 'a.zip', 8)).toBe(0);
});

test('A piece that was lost is sent again, one that arrived without its answer is not', async () => {
  const to = terminal([undefined, { error: lost() }, { error: lost(), arrived: true }]);
  const { pauses } = await sent(OCTETS, to);
  expect(to.offsets).toEqual([0, PIECE_OCTETS, PIECE_OCTETS, 2 * PIECE_OCTETS]);
  expect(await isWhole(to)).toBe(true);
  expect(pauses).toEqual([RETRY_MS[0], RETRY_MS[1]]);
});

test('A terminal that forgot the file gets it from the start', async () => {
  const to = terminal([undefined, { error: lost() }]);
  to.received.mockImplementationOnce(async () => {
    to.there.kept = new Blob();
    return 0;
  });
  await sent(OCTETS, to);
  expect(to.offsets).toEqual([0, PIECE_OCTETS, 0, PIECE_OCTETS, 2 * PIECE_OCTETS]);
  expect(await isWhole(to)).toBe(true);
});

test('A line that stays broken ends it after the last pause, with its error', async () => {
  const error = lost();
  const to = terminal(Array.from({ length: 20 }, () => ({ error })));
  await expect(sent(OCTETS, to)).rejects.toBe(error);
  expect(to.offsets).toHaveLength(RETRY_MS.length + 1);
});

test('A refusal ends it at once, a terminal that is busy does not', async () => {
  const full = refused(ErrorCode.storageFull);
  const to = terminal([{ error: refused(ErrorCode.busy) }, { error: full }]);
  await expect(sent(OCTETS, to)).rejects.toBe(full);
  expect(to.offsets).toEqual([0, 0]);
});

test('Given up, nothing more is sent, also in a pause', async () => {
  const abort = new AbortController();
  const to = terminal([{ error: lost() }]);
  const going = sendPieces({
    blob: file(OCTETS),
    from: 0,
    send: to.send,
    received: to.received,
    onProgress: () => undefined,
    signal: abort.signal,
  });
  abort.abort(new Error('given up'));
  await expect(going).rejects.toThrow('given up');
  expect(to.offsets).toHaveLength(1);
});

test('the name of a file loses what the terminal refuses in a text, and of a long one the end stays', () => {
  expect(nameOf({ name: 'a\u202egnp.\u2028exe\t' }, 64)).toBe('a gnp. exe ');
  expect(nameOf({ name: 'people.csv' }, 4)).toBe('.csv');
});
