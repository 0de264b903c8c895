import { afterEach, expect, it, vi } from 'vitest';
import { headStart } from '../../../web/lib/headStart.ts';
import { setSession } from '../../../web/lib/session.ts';
import { account } from '../account.ts';

afterEach(() => setSession(null));

const counted = () => {
  let count = 0;
  return vi.fn((request: { page: number }) => Promise.resolve(`${request.page}: ${++count}`));
};

it('answers the first question for the same with what was begun, and asks for every other', async () => {
  const call = counted();
  const rows = headStart(call);
  rows.begin({ page: 1 });
  expect(call).toHaveBeenCalledTimes(1);
  expect(await rows.ask({ page: 1 })).toBe('1: 1');
  expect(await rows.ask({ page: 1 })).toBe('1: 2');
  rows.begin({ page: 1 });
  expect(await rows.ask({ page: 2 })).toBe('2: 4');
  expect(await rows.ask({ page: 1 })).toBe('1: 5');
});

it('shows nobody what was begun in the session of another', async () => {
  const rows = headStart(counted());
  setSession(account({ token: 'a' }));
  rows.begin({ page: 1 });
  setSession(account({ token: 'b' }));
  expect(await rows.ask({ page: 1 })).toBe('1: 2');
});

it('tells of a failure only who asks', async () => {
  const rows = headStart(() => Promise.reject(new Error('gone')));
  rows.begin({});
  await expect(rows.ask({})).rejects.toThrow('gone');
});
