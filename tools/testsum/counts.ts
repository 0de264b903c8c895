// Number of tests as reported by a runner. Tests that did not run (skipped, ignored, left for later) count as failed:
// this project has no tests that do not run.

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export const none: Counts = { passed: 0, failed: 0 };

export function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

/** A check that has only an exit code is one test. */
export function fromExit(ok: boolean): Counts {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A run that failed without a counted failure, or that counted no test, has one failure. */
function settle(counts: Counts, ok: boolean): Counts {
  const empty = counts.passed + counts.failed === 0;
  return (ok || counts.failed > 0) && !empty ? counts : { passed: counts.passed, failed: counts.failed + 1 };
}

/** Ceedling's closing table: TESTED, PASSED, FAILED, IGNORED. */
export function fromCeedling(output: string, ok: boolean): Counts {
  const figure = (word: string): number => Number(new RegExp(`^\\s*${word}:\\s+(\\d+)`, 'm').exec(output)?.[1] ?? 0);
  return settle({ passed: figure('PASSED'), failed: figure('FAILED') + figure('IGNORED') }, ok);
}

function figureOf(report: unknown, key: string): number {
  const value = typeof report === 'object' && report !== null ? (report as Record<string, unknown>)[key] : undefined;
  return typeof value === 'number' ? value : 0;
}

/** vitest's JSON report; undefined if there is none. */
export function fromVitest(json: string | undefined, ok: boolean): Counts {
  if (json === undefined) return fromExit(false);
  const report: unknown = JSON.parse(json);
  const notRun = figureOf(report, 'numPendingTests') + figureOf(report, 'numTodoTests');
  const counts = {
    passed: figureOf(report, 'numPassedTests'),
    failed: figureOf(report, 'numFailedTests') + notRun,
  };
  return settle(counts, ok);
}

/** Lines `ok NAME` and `not ok NAME` of the project's own checks. */
export function fromChecks(output: string, ok: boolean): Counts {
  const lines = output.split('\n');
  return settle(
    {
      passed: lines.filter((line) => line.startsWith('ok ')).length,
      failed: lines.filter((line) => line.startsWith('not ok ')).length,
    },
    ok,
  );
}
