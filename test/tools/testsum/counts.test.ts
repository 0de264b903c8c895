import { describe, expect, it } from 'vitest';
import { fromCeedling, fromChecks, fromExit, fromVitest } from '../../../tools/testsum/counts.ts';

const ceedling = (passed: number, failed: number, ignored: number): string =>
  [
    '--------------------',
    'OVERALL TEST SUMMARY',
    '--------------------',
    `TESTED:  ${passed + failed + ignored}`,
    `PASSED:  ${passed}`,
    `FAILED:    ${failed}`,
    `IGNORED:   ${ignored}`,
  ].join('\n');

describe('Ceedling', () => {
  it('takes the figures of the closing table', () => {
    expect(fromCeedling(ceedling(41, 0, 0), true)).toEqual({ passed: 41, failed: 0 });
    expect(fromCeedling(ceedling(40, 2, 0), false)).toEqual({ passed: 40, failed: 2 });
  });

  it('counts an ignored test as failed', () => {
    expect(fromCeedling(ceedling(40, 0, 1), true)).toEqual({ passed: 40, failed: 1 });
  });

  it('counts a run that broke off, or tested nothing, as failed', () => {
    expect(fromCeedling(ceedling(40, 0, 0), false)).toEqual({ passed: 40, failed: 1 });
    expect(fromCeedling('', true)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('vitest', () => {
  const report = (figures: Record<string, number>): string => JSON.stringify(figures);

  it('takes the figures of the report', () => {
    const json = report({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 });
    expect(fromVitest(json, false)).toEqual({ passed: 7, failed: 1 });
  });

  it('counts skipped and planned tests as failed', () => {
    const json = report({ numPassedTests: 7, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1 });
    expect(fromVitest(json, true)).toEqual({ passed: 7, failed: 3 });
  });

  it('counts a file that could not be loaded, a missing report and an empty run as failed', () => {
    expect(fromVitest(report({ numPassedTests: 7 }), false)).toEqual({ passed: 7, failed: 1 });
    expect(fromVitest(undefined, true)).toEqual({ passed: 0, failed: 1 });
    expect(fromVitest(report({ numPassedTests: 0 }), true)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('our own checks', () => {
  it('counts their lines', () => {
    expect(fromChecks('ok one\nnot ok two\n ok three\nok four', false)).toEqual({ passed: 2, failed: 1 });
  });

  it('counts a run without lines as failed, and an exit code as one test', () => {
    expect(fromChecks('', true)).toEqual({ passed: 0, failed: 1 });
    expect(fromChecks('ok one', false)).toEqual({ passed: 1, failed: 1 });
    expect(fromExit(true)).toEqual({ passed: 1, failed: 0 });
    expect(fromExit(false)).toEqual({ passed: 0, failed: 1 });
  });
});
