// Verifies an exported log (records or audit log, as CSV) by its hash chain, and prints the first broken line (docs/log-chain.md).
//
//   npx node tools/chain/main.ts FILE [--older FILE]
//
// Exit code 0: every line of the log is present and valid; 2: no error, but lines are missing, so that not everything is verified; 1: broken.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readLog } from './line.ts';
import { verify } from './verify.ts';

function main(): number {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { older: { type: 'string' } } });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error('usage: main.ts FILE [--older FILE]');
  const older = values.older === undefined ? undefined : readLog(readFileSync(values.older, 'utf8'));
  const log = readLog(readFileSync(file, 'utf8'));
  const { broken, proven, unproven, before, leftOut } = verify(log, older);
  console.log(`${log.lines.length} lines: ${proven} proven, ${unproven} not proven, ${before} from before the chain`);
  if (leftOut > 0) console.log(`${leftOut} lines have fields that the export leaves out; these are taken on trust`);
  if (broken !== undefined) {
    console.log(
      broken.number === undefined ? `Broken: ${broken.what}` : `Broken at line ${broken.number}: ${broken.what}`,
    );
    return 1;
  }
  if (log.head !== undefined) console.log(`Head: ${log.head.number} ${log.head.link}`);
  return unproven > 0 || proven === 0 ? 2 : 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(`chain: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
