import { describe, expect, it } from 'vitest';
import { type Test, testsFor } from '../../../tools/mutate/c/tests.ts';

const reaches = (name: string, seconds: number, ...reached: string[]): Test => ({ name, folder: '', seconds, reached });

describe('the tests that a mutant is tried with', () => {
  const file = 'firmware/store/schema.c';
  const check = `${file}:check`;
  const names = (tests: readonly Test[], func: string): string[] => testsFor(tests, file, func).map(({ name }) => name);

  it('are those of its file first, by its name or with its room before it, then those of its room, then the quickest', () => {
    const tests = [
      reaches('core/door/test_door', 1, check),
      reaches('core/base/test_base', 0.5, check),
      reaches('store/test_store_wal', 20, check),
      reaches('store/test_store_schema', 30, check),
      reaches('net/test_schema', 40, check),
    ];
    expect(names(tests, 'check')).toEqual([
      'store/test_store_schema',
      'net/test_schema',
      'store/test_store_wal',
      'core/base/test_base',
      'core/door/test_door',
    ]);
  });

  it('run its function, or anything of its file where it is in none', () => {
    const tests = [reaches('store/test_one', 1, check), reaches('store/test_two', 2, `${file}:other`)];
    expect(names(tests, 'check')).toEqual(['store/test_one']);
    expect(names(tests, '')).toEqual(['store/test_one', 'store/test_two']);
    expect(names(tests, 'nothing')).toEqual([]);
  });
});
