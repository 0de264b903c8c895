// Runs after the whole API suite (a project of its own, see vitest.config.ts) and judges what was called.

import { describe, expect, test } from 'vitest';
import { callNames, errorNamed, pairs, specOf } from '../harness/contract.ts';
import { readRecords } from '../harness/recorder.ts';
import { isSlow } from '../harness/wait.ts';

const records = readRecords();

/** Answers that the API suite cannot bring about; test/robust does, or a unit test, as said. */
const elsewhere: Readonly<Record<string, string>> = {
  storage_full: 'test/robust/disk-full.test.ts',
  busy: 'test/unit/http/test_workers.c: the queue that is full',
  capacity: 'test/robust/capacity.test.ts',
  log_room: 'test/unit/core/bulk/test_bulk_punches.c: a log that is nearly full',
  backup_newer: 'test/unit/core/backup/test_restore.c: there is no newer firmware',
  effect_failed: 'test/unit/core/test_settings.c: an effect, and an act, that fail',
  not_fitted: 'test/net: a board that lacks the device',
  sort_too_many: 'test/unit/core/records/test_report.c: more people than are sorted',
  not_permitted: 'test/net/rights.test.ts: a daemon without the right',
};

/** The same of one call. */
const elsewhereOf: Readonly<Record<string, string>> = {
  'upgradeStart upgrade_failed': 'test/unit/core/upgrade/test_upgrade.c: an installer that hangs up',
  'UpdateMachine provisional_pending': 'upgradeStart has the same state',
  'UpdateMachine backup_running': 'upgradeStart has the same state',
  'recoverData upgrade_busy': 'test/unit/core/engineer/test_recover.c: the installer is at work',
  'upgradeStart backup_running': 'test/api/backup.test.ts has the same state; it takes a large database',
};

/** Writes of pairs declare these because a check or an effect may answer them; few pages have one that does. */
const ofSomePages: readonly string[] = ['out_of_range', 'missing_parameter', 'bad_format'];
const writes: ReadonlySet<string> = new Set(pairs.map((pair) => pair.write.name));

/** Under the thread sanitizer the vectors, which bring about most errors, are left out: all errors are judged once. */
const judgesErrors = !isSlow;

function declared(name: (typeof callNames)[number]): readonly string[] {
  if (!judgesErrors) return [];
  return specOf(name).errors.filter(
    (error) =>
      !(error in elsewhere) &&
      !(`${name} ${error}` in elsewhereOf) &&
      !(writes.has(name) && ofSomePages.includes(error)),
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
