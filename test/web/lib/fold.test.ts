import { expect, test } from 'vitest';
import { fold } from '../../../web/lib/fold.ts';

const { readFileSync } = (await import('node:fs' as string)) as {
  readFileSync: (path: string, encoding: 'utf8') => string;
};

/** The rows of the terminal's own table. */
const rows = [
  ...readFileSync('firmware/util/text.c', 'utf8').matchAll(/\{0x([0-9a-f]{4}), "((?:\\.|[^"\\])+)"\}/g),
].map(
  ([, code = '', typed = '']) => [String.fromCodePoint(Number.parseInt(code, 16)), typed.replace('\\', '')] as const,
);

test('each row of the terminal is one here', () => {
  expect(rows.length).toBeGreaterThan(90);
  for (const [character, typed] of rows) expect(fold(`x${character}y`), character).toBe(`x${typed}y`);
});

test.each([
  ['Işıl', 'isil'],
  ['IŞIL', 'ışıl'],
  ['İŞİL', 'işil'],
  ['O’Brien', "o'brien"],
  ['O´Brien', 'O`Brien'],
  ['Straße STRAẞE', 'strasse strasse'],
  ['Łukasz Żółć', 'lukasz zolc'],
  ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
  ['Ann‑Li – X', 'ann-li - x'],
  ['ＡＢ　１', ' ab 1 '],
  ['محـــمد', 'مُحَمَّد'],
  ['Evil\u202egnp', 'evilgnp'],
  ['김민준', '김민준'.normalize('NFD')],
])('%s is %s', (one, other) => {
  expect(fold(one)).toBe(fold(other));
});
