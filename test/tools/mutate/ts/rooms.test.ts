// Which files are mutated, and by which tests each is judged.

import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { byRoom, roomNameOf, roomOf } from '../../../../tools/mutate/ts/rooms.ts';

test('a file is in the room of its folder', () => {
  const paths = ['web/lib/api/a.ts', 'web/lib/b.ts', 'web/ui/C.tsx', 'web/features/bulk/d.tsx', 'tools/image/vm/e.ts'];
  expect(paths.map(roomNameOf)).toEqual(['web/lib', 'web/lib', 'web/ui', 'web/features/bulk', 'tools/image']);
  expect([...byRoom(paths)].map(([room, files]) => [room, files.length])).toEqual([
    ['web/lib', 2],
    ['web/ui', 1],
    ['web/features/bulk', 1],
    ['tools/image', 1],
  ]);
});

test('entry points, data, pages of tools and what other suites drive are in none', () => {
  const paths = [
    'web/app/main.tsx',
    'tools/run/main.ts',
    'web/ui/base.css',
    'web/locales/en.json',
    'web/bundler/bundle.ts',
    'tools/panel/page/app.tsx',
    'tools/seed/people.ts',
    'test/web/setup.ts',
    'firmware/core/a.c',
  ];
  expect(paths.map(roomNameOf)).toEqual(paths.map(() => undefined));
});

test('a tool whose name begins like one of another suite is mutated', () => {
  expect(roomNameOf('tools/seedling/a.ts')).toBe('tools/seedling');
});

test('each room has tests that are there', () => {
  for (const name of ['web/lib', 'web/ui', 'web/app', 'web/features/bulk', 'tools/apigen']) {
    const { tests } = roomOf(name);
    expect(tests[0]).toBe(`test/${name}`);
    expect(tests.filter((path) => !existsSync(path))).toEqual([]);
  }
});

test('tools are judged by all their tests, since those start programs', () => {
  expect(roomOf('tools/image')).toMatchObject({ startsPrograms: true });
  expect(roomOf('web/app')).toMatchObject({ startsPrograms: false });
  expect(roomOf('web/lib')).toMatchObject({ startsPrograms: false });
});
