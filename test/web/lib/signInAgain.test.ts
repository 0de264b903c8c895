// A session that runs out while something is typed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../web/lib/api/apiError.ts';
import { setSession } from '../../../web/lib/session.ts';
import { askSignIn, isRunOut, signingInAgain } from '../../../web/lib/signInAgain.ts';
import { holdUnsaved } from '../../../web/lib/unsaved.ts';
import { account } from '../account.ts';

const ranOut = new ApiError('refused', 'edituser', { code: 10002 });
const ended = new ApiError('refused', 'edituser', { code: 40104 });

let release: () => void;
let answers: (ApiError | string)[];
const call = vi.fn(async () => {
  const answer = answers.shift() ?? 'nothing';
  if (answer instanceof ApiError) throw answer;
  return answer;
});
const send = () => signingInAgain(call as never)({} as never, {} as never, {});

/** Settles the question that is open. */
async function answerWith(signedIn: boolean): Promise<void> {
  const { useSignInQuestion } = await import('../../../web/lib/signInAgain.ts');
  const { renderHook } = await import('@testing-library/preact');
  const { result } = renderHook(() => useSignInQuestion());
  result.current?.settle(signedIn);
}

beforeEach(() => {
  setSession(account());
  release = holdUnsaved();
  call.mockClear();
});
afterEach(() => {
  release();
  setSession(null);
});

it('the call is made again with the next session, after as many attempts as it takes', async () => {
  answers = [ranOut, ranOut, 'saved'];
  const saved = send();
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  await answerWith(true);
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(2));
  await answerWith(true);
  expect(await saved).toBe('saved');
});

it('a page that is given up gets the error', async () => {
  answers = [ranOut];
  const saved = send();
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  await answerWith(false);
  await expect(saved).rejects.toBe(ranOut);
});

it('all calls wait for one question', async () => {
  const first = askSignIn();
  expect(askSignIn()).toBe(first);
  await answerWith(true);
  expect(await first).toBe(true);
});

it('one that ended before the new session is made again without a question', async () => {
  call.mockImplementationOnce(async () => {
    setSession(account({ token: 'b'.repeat(43) }));
    throw ranOut;
  });
  answers = ['saved'];
  expect(await send()).toBe('saved');
});

it('nothing is asked without something typed, without a session, or of a session that was ended on purpose', () => {
  expect(isRunOut(ranOut)).toBe(true);
  expect(isRunOut(ended)).toBe(false);
  release();
  expect(isRunOut(ranOut)).toBe(false);
  release = holdUnsaved();
  setSession(null);
  expect(isRunOut(ranOut)).toBe(false);
});
