// The names of the failed tests, for the end of a run: earlier output may be cut off where only the last lines are kept.

/** Names and first words of the failures in Ceedling's "FAILED TEST SUMMARY". */
export function failedOfCeedling(output: string): string[] {
  const [, summary = ''] = output.split('FAILED TEST SUMMARY');
  const tests = summary.matchAll(/^ {2}Test: (.+)\n(?: {2}At line (.+))?/gm);
  return [...tests].map(([, name = '', message = '']) => (message === '' ? name : `${name}: line ${message}`));
}

interface VitestReport {
  readonly testResults?: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults?: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

const firstLine = (text: string | undefined): string => (text ?? '').split('\n')[0] ?? '';
const described = (name: string, message: string): string => (message === '' ? name : `${name}: ${message}`);

/** The failed tests of vitest's JSON report, and files that could not be loaded; empty if there is no report. */
export function failedOfVitest(json: string | undefined): string[] {
  if (json === undefined) return [];
  const { testResults = [] } = JSON.parse(json) as VitestReport;
  return testResults.flatMap(({ name, message, assertionResults = [] }) => {
    const file = name.replace(/^.*\/(?=test\/)/, '');
    const tests = assertionResults.filter(({ status }) => status !== 'passed');
    if (assertionResults.length === 0) return [described(file, firstLine(message))];
    return tests.map((test) => described(`${file} > ${test.fullName}`, firstLine(test.failureMessages?.[0])));
  });
}

/** Our own checks: the text after `not ok`. */
export function failedOfChecks(output: string): string[] {
  return [...output.matchAll(/^not ok (.*)$/gm)].map(([, name = '']) => name);
}
