import { expect, it } from 'vitest';
import { packKeys, unpackKeys } from '../../../web/lib/textKeys.ts';
import english from '../../../web/locales/en.json';

it('keys come out as they went in, in their order, and are shorter meanwhile', () => {
  const keys = Object.keys(english);
  const packed = packKeys(keys);
  expect(unpackKeys(packed)).toEqual(keys);
  expect(packed.length).toBeLessThan(JSON.stringify(keys).length * 0.6);
});

it.each([[[]], [['a']], [['a.b', 'a.b.c', 'a.b', 'z', 'a']], [[`${'x'.repeat(60)}.one`, `${'x'.repeat(60)}.two`]]])(
  '%j',
  (keys) => expect(unpackKeys(packKeys(keys))).toEqual(keys),
);
