// Runs after the whole API suite (a project of its own, see vitest.config.ts) and judges what was called.

import { describe, expect, test } from 'vitest';
import { callNames, errorNamed, specOf } from '../harness/contract.ts';
import { readRecords } from '../harness/recorder.ts';

const records = readRecords();

/** Answers that the API suite cannot bring about; test/robust does, or a unit test, as said. */
const elsewhere: Readonly<Record<string, string>> = {
  storage_full: 'test/robust/disk-full.test.ts',
  busy: 'test/unit/http/test_workers.c: the queue that is full',
  capacity: 'test/robust/capacity.test.ts',
};

describe.each(callNames)('%s', (name) => {
  const outcomes = records.get(name) ?? new Set<number>();

  test('was made with success', () => {
    expect(outcomes.has(0)).toBe(true);
  });

  test.each(specOf(name).errors.filter((error) => !(error in elsewhere)))('answered its declared error %s', (error) => {
    expect(outcomes.has(errorNamed(error).code)).toBe(true);
  });
});
