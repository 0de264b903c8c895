// Runs after the whole API suite (a project of its own, see vitest.config.ts) and judges what was called.

import { describe, expect, test } from 'vitest';
import { callNames, errorNamed, pairs, specOf } from '../harness/contract.ts';
import { readRecords } from '../harness/recorder.ts';

const records = readRecords();

/** Answers that the API suite cannot bring about; test/robust does, or a unit test, as said. */
const elsewhere: Readonly<Record<string, string>> = {
  storage_full: 'test/robust/disk-full.test.ts',
  busy: 'test/unit/http/test_workers.c: the queue that is full',
  capacity: 'test/robust/capacity.test.ts',
  backup_newer: 'test/unit/core/backup/test_restore.c: there is no newer firmware',
  effect_failed: 'test/unit/core/test_settings.c: an effect, and an act, that fail',
};

/** Writes of pairs declare these because a check or an effect may answer them; few pages have one that does. */
const ofSomePages: readonly string[] = ['out_of_range', 'missing_parameter', 'bad_format'];
const writes: ReadonlySet<string> = new Set(pairs.map((pair) => pair.write.name));

function declared(name: (typeof callNames)[number]): readonly string[] {
  return specOf(name).errors.filter(
    (error) => !(error in elsewhere) && !(writes.has(name) && ofSomePages.includes(error)),
  );
}

describe.each(callNames)('%s', (name) => {
  const outcomes = records.get(name) ?? new Set<number>();

  test('was made with success', () => {
    expect(outcomes.has(0)).toBe(true);
  });

  test.each(declared(name))('answered its declared error %s', (error) => {
    expect(outcomes.has(errorNamed(error).code)).toBe(true);
  });
});
