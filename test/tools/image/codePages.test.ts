// The code pages of tables in the image, and the lines by which the C library finds them.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codePages, gconvLines } from '../../../tools/image/root.ts';

test('a module is found by its own name, and by the name that the terminal asks for', () => {
  expect(gconvLines(['CP1250'])).toBe('module CP1250// INTERNAL CP1250 1\nmodule INTERNAL CP1250// CP1250 1\n');
  expect(gconvLines(['CP949', 'UHC'])).toBe(
    'alias CP949// UHC//\nmodule UHC// INTERNAL UHC 1\nmodule INTERNAL UHC// UHC 1\n',
  );
  expect(gconvLines(['UTF-16LE', 'UTF-16'])).toBe(
    'module UTF-16LE// INTERNAL UTF-16 1\nmodule INTERNAL UTF-16LE// UTF-16 1\n',
  );
});

test('every encoding of the terminal has its module in the image', () => {
  const source = readFileSync('firmware/core/bulk/bulk_work.c', 'utf8');
  const names = [...source.matchAll(/\[TEXT_ENCODING_\w+\] = "([^"]+)"/g)].map((match) => match[1]);
  const inside = codePages.map(([name]) => name);
  expect(names.length).toBe(17);
  for (const name of names.filter((one) => one !== 'UTF-8'))
    expect(inside).toEqual(expect.arrayContaining(name === 'UTF-16' ? ['UTF-16LE', 'UTF-16BE'] : [name]));
});
