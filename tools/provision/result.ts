// Verifies a signed result of the production test (docs/production.md).
//
//   npx node tools/provision/result.ts --result FILE --signature FILE.p7s --roots CA.pem [--log FACTORY.log]

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Fault } from '../release/fault.ts';
import { openssl } from '../release/openssl.ts';
import { hasSerial } from './line_log.ts';

const head = 'postern-production-test 1';

/** The serial number in a complete text in which every device passed. */
export function serialOf(text: string): string {
  const lines = text.split('\n');
  if (lines[0] !== head || lines.pop() !== '')
    throw new Fault('--result is no text of a production test, or not whole');
  const fieldOf = (key: string) => lines.find((line) => line.startsWith(`${key} = `))?.slice(key.length + 3);
  const serial = fieldOf('serial');
  if (serial === undefined || !lines.at(-1)?.startsWith('result = ')) throw new Fault('--result is not whole');
  const failed = lines.filter((line) => /^device = \S+ failed/.test(line));
  if (failed.length > 0 || lines.at(-1) !== 'result = passed')
    throw new Fault([`${serial} failed`, ...failed].join('\n'));
  return serial;
}

function verify(args: readonly string[]): string {
  const text = { type: 'string' } as const;
  const options = { result: text, signature: text, roots: text, log: text } as const;
  const { result, signature, roots, log } = parseArgs({ args: [...args], options }).values;
  if (result === undefined || signature === undefined || roots === undefined) {
    throw new Fault('needed: --result, --signature, --roots');
  }
  const form = ['-verify', '-binary', '-inform', 'DER', '-purpose', 'any', '-CAfile', roots];
  openssl('--signature', ['cms', ...form, '-in', signature, '-content', result, '-out', '/dev/null']);
  const serial = serialOf(readFileSync(result, 'utf8'));
  if (log !== undefined && !hasSerial(log, serial)) throw new Fault(`--log: ${serial} does not stand in ${log}`);
  return serial;
}

if (import.meta.main) {
  try {
    console.log(`${verify(process.argv.slice(2))}: passed`);
  } catch (error) {
    const usage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!(error instanceof Fault) && !usage) throw error;
    console.error(`result: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
