import type { BulkStateReply, BulkUploadRequest } from '@gen/bulk.ts';
import { ErrorCode } from '@gen/errors.ts';
import { describe, expect, it } from 'vitest';
import {
  ARCHIVE_MOST,
  complaintOf,
  goesOn,
  kindOf,
  TABLE_MOST,
  thereOf,
  wholeOf,
} from '../../../../web/features/bulk/import/upload.ts';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { PIECE_OCTETS as PIECE, sendPieces, RETRY_MS as WAITS_MS } from '../../../../web/lib/pieces.ts';
import { IDLE } from './world.tsx';

const SIZE = PIECE * 2 + 1000;
const octets = Uint8Array.from({ length: SIZE }, (_, at) => (at * 7 + (at >> 12)) & 255);
const file = (name = 'staff.csv') => new File([octets], name);

/** A terminal that takes pieces as the contract says, and can be told to fail. */
class Taker {
  taken = new Uint8Array(0);
  readonly asked: BulkUploadRequest[] = [];
  readonly waited: number[] = [];
  /** Before a piece is taken, and behind it, before the answer is out. */
  before: (request: BulkUploadRequest) => void = () => undefined;
  behind: (request: BulkUploadRequest) => void = () => undefined;
  foreign: Partial<BulkStateReply> | undefined;

  readonly send = async (request: BulkUploadRequest, body: Blob) => {
    this.asked.push(request);
    this.before(request);
    if (request.offset === 0) this.taken = new Uint8Array(0);
    if (request.offset !== this.taken.length) throw refused(ErrorCode.uploadGap);
    expect(body.type).toBe('application/octet-stream');
    expect(body.size).toBeLessThanOrEqual(PIECE);
    this.taken = Uint8Array.from([...this.taken, ...new Uint8Array(await body.arrayBuffer())]);
    this.behind(request);
    return { received: this.taken.length };
  };

  readonly state = async (): Promise<BulkStateReply> => {
    const { length } = this.taken;
    const step = length === 0 ? 'none' : length === SIZE ? 'uploaded' : 'uploading';
    return { ...IDLE, step, own: true, name: 'staff.csv', received: length, total: SIZE, ...this.foreign };
  };

  readonly wait = async (ms: number) => void this.waited.push(ms);
}

const broken = () => new ApiError('network', 'bulkUpload');
const refused = (code: number) => new ApiError('refused', 'bulkUpload', { code });
const send = (line: Taker, from = 0, signal = new AbortController().signal, got: number[] = []) =>
  sendPieces({
    blob: file(),
    from,
    send: async (piece, offset) => (await line.send({ ...wholeOf(file()), offset }, piece)).received,
    received: async () => thereOf(await line.state(), file()),
    onProgress: (received) => got.push(received),
    signal,
    pause: line.wait,
  });

/** Fails so many times, then no more. */
const times = (count: number, error: () => Error) => {
  let left = count;
  return () => {
    if (left-- > 0) throw error();
  };
};

describe('a file', () => {
  it('goes in pieces, each behind the last, and tells how far it is', async () => {
    const line = new Taker();
    const got: number[] = [];
    await send(line, 0, undefined, got);
    expect(line.asked.map(({ offset }) => offset)).toEqual([0, PIECE, PIECE * 2]);
    expect(line.asked[0]).toEqual({ kind: 'users', offset: 0, total: SIZE, name: 'staff.csv' });
    expect(line.taken).toEqual(octets);
    expect(got).toEqual([0, PIECE, PIECE * 2, SIZE]);
  });

  it('goes on at what the terminal has of it', async () => {
    const line = new Taker();
    line.taken = octets.slice(0, 5000);
    await send(line, 5000);
    expect(line.asked.map(({ offset }) => offset)).toEqual([5000, 5000 + PIECE]);
    expect(line.taken).toEqual(octets);
  });

  it('goes on behind what is there when the line breaks before a piece', async () => {
    const line = new Taker();
    line.before = times(2, broken);
    await send(line);
    expect(line.waited).toEqual(WAITS_MS.slice(0, 2));
    expect(line.taken).toEqual(octets);
  });

  it('sends no piece twice when only the answer was lost', async () => {
    const line = new Taker();
    const lose = times(1, broken);
    line.behind = ({ offset }) => offset === PIECE && lose();
    await send(line);
    expect(line.asked.map(({ offset }) => offset)).toEqual([0, PIECE, PIECE * 2]);
    expect(line.taken).toEqual(octets);
  });

  it('is there when only the answer to its last piece was lost', async () => {
    const line = new Taker();
    line.behind = ({ offset }) => {
      if (offset === PIECE * 2) throw broken();
    };
    await send(line);
    expect(line.asked).toHaveLength(3);
  });

  it('asks again where it was when a piece did not fit', async () => {
    const line = new Taker();
    line.taken = octets.slice(0, PIECE);
    await send(line, 0 + 77);
    expect(line.taken).toEqual(octets);
  });

  it('gives up after its tries, and counts them anew with each piece that came through', async () => {
    const line = new Taker();
    line.before = () => {
      throw broken();
    };
    await expect(send(line)).rejects.toMatchObject({ kind: 'network' });
    expect(line.waited).toEqual([...WAITS_MS]);
    const other = new Taker();
    const perPiece = new Map<number, () => void>();
    other.before = ({ offset }) => {
      const fail = perPiece.get(offset) ?? times(WAITS_MS.length, broken);
      perPiece.set(offset, fail);
      fail();
    };
    await send(other);
    expect(other.taken).toEqual(octets);
  });

  it('stops at a refusal: nothing is sent again', async () => {
    const line = new Taker();
    line.before = () => {
      throw refused(ErrorCode.bulkRunning);
    };
    await expect(send(line)).rejects.toMatchObject({ code: ErrorCode.bulkRunning });
    expect(line.asked).toHaveLength(1);
  });

  it('begins anew when the terminal has another file since, and is refused if it may not', async () => {
    const line = new Taker();
    const fail = times(1, broken);
    line.before = ({ offset }) => {
      if (offset === PIECE) {
        fail();
        line.foreign = undefined;
      }
    };
    line.foreign = { name: 'other.csv' };
    await send(line);
    expect(line.asked.map(({ offset }) => offset)).toEqual([0, PIECE, 0, PIECE, PIECE * 2]);
  });

  it('ends when it is given up', async () => {
    const line = new Taker();
    const abort = new AbortController();
    line.behind = () => abort.abort();
    await expect(send(line, 0, abort.signal)).rejects.toBeTruthy();
    expect(line.asked).toHaveLength(1);
  });
});

describe('what may be sent', () => {
  it('is told by the end of the name', () => {
    expect([kindOf('a.csv'), kindOf('A.XLSX'), kindOf('b.zip'), kindOf('c.xls'), kindOf('csv')]).toEqual([
      'users',
      'users',
      'photos',
      undefined,
      undefined,
    ]);
  });

  it('is one of punches where the person says so, and where terminals call it so', () => {
    expect([kindOf('a.csv', 'punches'), kindOf('1_attlog.dat'), kindOf('b.zip', 'punches')]).toEqual([
      'punches',
      'punches',
      'photos',
    ]);
    expect(wholeOf(file(), 'punches').kind).toBe('punches');
    const state = { ...IDLE, step: 'uploading', own: true, kind: 'punches', name: 'staff.csv', total: SIZE } as const;
    expect(goesOn(state, file())).toBe(true);
    expect(thereOf({ ...state, received: 5 }, file(), 'punches')).toBe(5);
    expect(thereOf({ ...state, received: 5 }, file())).toBe(0);
  });

  it('is neither empty nor larger than its kind may be', () => {
    expect(complaintOf({ name: 'a.csv', size: 0 })).toBe('empty');
    expect(complaintOf({ name: 'a.doc', size: 5 })).toBe('kind');
    expect(complaintOf({ name: 'a.csv', size: TABLE_MOST })).toBeUndefined();
    expect(complaintOf({ name: 'a.csv', size: TABLE_MOST + 1 })).toBe('large');
    expect(complaintOf({ name: 'a.zip', size: ARCHIVE_MOST })).toBeUndefined();
    expect(complaintOf({ name: 'a.zip', size: ARCHIVE_MOST + 1 })).toBe('large');
  });

  it('has a name that the contract takes, with its end', () => {
    const sentName = (name: string) => wholeOf(file(name)).name;
    expect(sentName('a\u0007b.csv')).toBe('a b.csv');
    const long = sentName(`${'😀'.repeat(200)}.csv`);
    expect(Array.from(long)).toHaveLength(128);
    expect(long.endsWith('.csv')).toBe(true);
  });

  it('goes on when name, size and kind are those of the part that is there', () => {
    const part = { step: 'uploading', own: true, kind: 'users', name: 'staff.csv', total: SIZE } as const;
    expect(goesOn(part, file())).toBe(true);
    expect(goesOn({ ...part, total: SIZE + 1 }, file())).toBe(false);
    expect(goesOn(part, file('other.csv'))).toBe(false);
    expect(goesOn({ ...part, own: false }, file())).toBe(false);
    expect(goesOn({ ...part, step: 'uploaded' }, file())).toBe(false);
  });
});
