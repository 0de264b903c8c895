// The list with more users than it counts: 10,400 of them, made by tools/seed in 20 scripts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fill } from '../../tools/seed/fill.ts';
import { type SeedUser, seedUser } from '../../tools/seed/users.ts';
import { fold } from '../../web/lib/fold.ts';
import type { CallReply } from '../harness/contract.ts';
import { Terminal } from '../harness/terminal.ts';
import { cpuMs } from '../harness/work.ts';

const count = 10_400;
const stop = 10_000;

let terminal: Terminal;
const users: readonly SeedUser[] = Array.from({ length: count }, (_, index) => seedUser(index, { pinEvery: 0 }));

beforeAll(async () => {
  terminal = await Terminal.start();
  const { port } = terminal;
  const token = terminal.admin.token ?? '';
  await fill({ host: '127.0.0.1', port, token, count, pinEvery: 0, connections: 2, depth: 12 });
});
afterAll(() => terminal.stop());

type Page = CallReply<'userlist'>;
const ids = (page: Page): number[] => page.users.map((user) => user.userid);

describe('more users than are counted', () => {
  test('without a filter the total is exact all the same', async () => {
    const page = await terminal.admin.call('userlist', { limit: 100 });
    expect(page).toMatchObject({ total: count, totalIsMore: false, position: 1 });
  });

  test('with a filter that more fit, counting stops and says so', async () => {
    const page = await terminal.admin.call('userlist', { role: 'user' });
    expect(page).toMatchObject({ total: stop, totalIsMore: true, position: 1 });
  });

  test('with one that fewer fit, it is exact', async () => {
    const want = users.filter((user) => user.group === 5).length;
    expect(await terminal.admin.call('userlist', { group: 5 })).toMatchObject({ total: want, totalIsMore: false });
  });

  test('the last page is reached from the end of the list, backwards', async () => {
    const last = await terminal.admin.call('userlist', { order: 'desc', limit: 50 });
    expect(ids(last)).toEqual(Array.from({ length: 50 }, (_, n) => count - n));
    expect(last.position).toBe(1);
  });

  test('the last page and one from the middle need no walk', async () => {
    const last = await terminal.admin.call('userlist', { last: true, limit: 50 });
    expect(ids(last)).toEqual(Array.from({ length: 50 }, (_, n) => count - 49 + n));
    expect(last).toMatchObject({ position: count - 49, next: '' });
    expect(await terminal.admin.call('userlist', { last: true, role: 'user' })).toMatchObject({
      position: 0,
      totalIsMore: true,
      next: '',
    });
    const middle = await terminal.admin.call('userlist', { from: '7000', limit: 50 });
    expect(ids(middle)[0]).toBe(7000);
    expect(middle.position).toBe(7000);
    /* Beyond where counting stops the number is not known, and not guessed. */
    expect(await terminal.admin.call('userlist', { from: '10100' })).toMatchObject({ position: 0 });
  });

  test('walking all pages by name gives every user once', async () => {
    const seen = new Set<number>();
    let previousKey = '';
    let after: string | undefined;
    for (let pages = 0; pages < count; pages++) {
      const page = await terminal.admin.call('userlist', {
        sort: 'name',
        limit: 100,
        ...(after === undefined ? {} : { after }),
      });
      for (const id of ids(page)) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      // Beyond where counting stops the position may be unknown, but never wrong.
      if (page.position !== 0) expect(page.position).toBe(seen.size - page.users.length + 1);
      if (page.next === '') break;
      expect(page.next).not.toBe(previousKey);
      previousKey = page.next;
      after = page.next;
    }
    expect(seen.size).toBe(count);
  });

  test.each(['陈', '陳', 'محمد', 'さ', 'Nguyễn', 'nguyen', 'ова', 'παπαδ', 'สม', 'शर्मा', 'ჯაფ', 'ሀና'])(
    'a search for %s finds every user who has it in the name',
    async (search) => {
      const want = users.filter((user) => fold(user.username).includes(fold(search))).map((user) => user.userid);
      const seen: number[] = [];
      let after: string | undefined;
      do {
        const page: Page = await terminal.admin.call('userlist', {
          search,
          limit: 100,
          ...(after === undefined ? {} : { after }),
        });
        expect(page.total).toBe(want.length);
        seen.push(...ids(page));
        after = page.next === '' ? undefined : page.next;
      } while (after !== undefined);
      expect(seen).toEqual(want);
    },
  );

  test('a page, a search and a filter each answer within a bound that no walk over all rows keeps', async () => {
    // The figures are in test/bench; here only that nothing degenerates, by the daemon's own time, which other programs do not lengthen.
    const requests = [
      {},
      { search: '陈' },
      { search: 'a' },
      { search: 'a e' },
      { search: 'e r n a i o s l', sort: 'name' },
      { group: 3, sort: 'name' },
      { role: 'user', sort: 'name' },
      { last: true },
      { last: true, search: 'a', sort: 'name' },
      { from: '9000' },
      { from: 'm', sort: 'name' },
    ] as const;
    const rounds = 15;
    for (const request of requests) {
      const before = cpuMs(terminal.daemon.pid);
      for (let round = 0; round < rounds; round++) await terminal.admin.call('userlist', request);
      expect((cpuMs(terminal.daemon.pid) - before) / rounds, JSON.stringify(request)).toBeLessThan(50);
    }
  });
});

describe('the seed', () => {
  test('has twenty scripts and no two cards alike', () => {
    const scripts = new Set<string>();
    const known = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Han', 'Hiragana', 'Hangul', 'Thai', 'Devanagari'];
    const more = [
      'Bengali',
      'Tamil',
      'Telugu',
      'Georgian',
      'Armenian',
      'Ethiopic',
      'Khmer',
      'Sinhala',
      'Gujarati',
      'Kannada',
    ];
    for (const script of [...known, ...more]) {
      const pattern = new RegExp(`\\p{Script=${script}}`, 'u');
      if (users.some((user) => pattern.test(user.username))) scripts.add(script);
    }
    expect(scripts.size).toBe(20);
    const cards = users.flatMap((user) => (user.cardno === undefined ? [] : [user.cardno]));
    expect(new Set(cards).size).toBe(cards.length);
  });
});
