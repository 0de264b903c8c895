/* The engineer sets the level of each part of the firmware: the list that is offered is that of the parts which write lines. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const listed = (): string[] => {
  const source = readFileSync('firmware/util/log.c', 'utf8');
  const list = /\bmodules\[LOG_MODULES\] = \{([^}]*)\}/.exec(source)?.[1] ?? '';
  return [...list.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '');
};

/* What stands first in each call that writes a line, by file. */
const firstArguments = (): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const path of globSync('firmware/**/*.[ch]')) {
    if (path === 'firmware/util/log.h' || path === 'firmware/util/log.c') {
      continue;
    }
    const calls = readFileSync(path, 'utf8').matchAll(/\blog_(?:error|warn|info|debug)\(\s*([^,)]*)/g);
    const names = [...calls].map((match) => match[1] ?? '');
    if (names.length > 0) {
      found.set(path, names);
    }
  }
  return found;
};

it('names each part as a text, so that it can be found', () => {
  const others = [...firstArguments()].flatMap(([path, names]) =>
    names.filter((name) => !/^"[a-z]+"$/.test(name)).map((name) => `${path}: ${name}`),
  );
  expect(others).toEqual([]);
});

it('lists the parts that write lines, and no other', () => {
  const written = new Set([...firstArguments().values()].flat().map((name) => name.slice(1, -1)));
  expect(written.size).toBeGreaterThan(10);
  expect(listed()).toEqual([...written].sort());
});

it('counts them', () => {
  const count = /#define LOG_MODULES (\d+)/.exec(readFileSync('firmware/util/log.h', 'utf8'))?.[1];
  expect(Number(count)).toBe(listed().length);
});

/* Who writes by another way than the four macros would be in no list. */
it('has one way to write a line', () => {
  const others = globSync('firmware/**/*.[ch]').filter(
    (path) => !path.startsWith('firmware/util/log.') && /\blog_write\(/.test(readFileSync(path, 'utf8')),
  );
  expect(others).toEqual([]);
});
