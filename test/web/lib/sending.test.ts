import { ErrorCode } from '@gen/errors.ts';
import { act, renderHook, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../web/lib/api/apiError.ts';
import { PIECE_OCTETS } from '../../../web/lib/pieces.ts';
import { createSender } from '../../../web/lib/sending.ts';
import { setSession } from '../../../web/lib/session.ts';
import { account } from '../account.ts';

const SIZE = PIECE_OCTETS + 5;
const file = new File([new Uint8Array(SIZE)], 'a.zip');
const full = new ApiError('refused', 'restoreUpload', { code: ErrorCode.storageFull });

/** A sender with what its calls did, and what is shown of it. */
function world() {
  const offsets: number[] = [];
  const before = { send: async (_signal: AbortSignal): Promise<void> => undefined };
  const received = vi.fn(async () => PIECE_OCTETS);
  const sender = createSender({
    send: async (_, piece, offset, signal) => {
      offsets.push(offset);
      await before.send(signal);
      return offset + piece.size;
    },
    received,
  });
  const { result } = renderHook(() => sender.use());
  return { sender, offsets, before, received, shown: () => result.current };
}

const refuse = async () => {
  throw full;
};

beforeEach(() => setSession(account()));
afterEach(() => setSession(null));

describe('a file that a tab sends', () => {
  it('is shown until all is there and was looked at', async () => {
    const { sender, offsets, shown } = world();
    const looked = Promise.withResolvers<void>();
    const going = sender.send(file, 0, () => looked.promise);
    await waitFor(() => expect(shown()).toEqual({ file, received: SIZE, problem: undefined }));
    expect(offsets).toEqual([0, PIECE_OCTETS]);
    looked.resolve();
    await act(() => going);
    expect(shown()).toBeNull();
  });

  it('stands still where it was refused, and goes on from where the terminal says', async () => {
    const { sender, offsets, before, received, shown } = world();
    before.send = refuse;
    await act(() => sender.send(file, 3, async () => undefined));
    expect(shown()).toEqual({ file, received: 3, problem: full });
    const answer = Promise.withResolvers<void>();
    before.send = () => answer.promise;
    const going = sender.send(file, undefined, async () => undefined);
    await waitFor(() => expect(shown()).toEqual({ file, received: PIECE_OCTETS, problem: undefined }));
    answer.resolve();
    await act(() => going);
    expect(received).toHaveBeenCalledTimes(1);
    expect(offsets).toEqual([3, PIECE_OCTETS]);
    expect(shown()).toBeNull();
  });

  it('stopped, it is shown without a problem until it is forgotten', async () => {
    const { sender, offsets, before, shown } = world();
    before.send = async (signal) => {
      sender.stop();
      expect(signal.aborted).toBe(true);
      throw new ApiError('aborted', 'restoreUpload');
    };
    const look = vi.fn(async () => undefined);
    await act(() => sender.send(file, 0, look));
    expect(shown()).toEqual({ file, received: 0, problem: undefined });
    expect(offsets).toEqual([0]);
    expect(look).not.toHaveBeenCalled();
    act(() => sender.forget());
    expect(shown()).toBeNull();
  });

  it('makes way for another, whatever comes of the first', async () => {
    const { sender, before, shown } = world();
    const other = new File(['x'], 'b.zip');
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    before.send = () => answers[0].promise;
    const first = sender.send(file, 0, async () => undefined);
    before.send = () => answers[1].promise;
    const second = sender.send(other, 0, async () => undefined);
    answers[0].reject(full);
    await act(() => first);
    expect(shown()).toEqual({ file: other, received: 0, problem: undefined });
    answers[1].reject(full);
    await act(() => second);
    expect(shown()).toMatchObject({ file: other, problem: full });
  });

  it('is forgotten when somebody else has signed in since', async () => {
    const { sender, before, shown } = world();
    before.send = async () => {
      setSession({ ...account(), token: 'another' });
      throw full;
    };
    await act(() => sender.send(file, 0, async () => undefined));
    expect(shown()).toBeNull();
  });
});
