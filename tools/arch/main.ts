// Checks the architecture: a line `ok RULE` or `not ok RULE` per rule, followed by the violations of the latter.
//
//   npx node tools/arch/main.ts [--root FOLDER]

import { parseArgs } from 'node:util';
import { rules } from './rules.ts';
import { workingTree } from './tree.ts';

const { values } = parseArgs({ options: { root: { type: 'string', default: '.' } } });
const tree = workingTree(values.root);

for (const rule of rules) {
  const findings = rule.check(tree);
  console.log(findings.length === 0 ? `ok ${rule.name}` : `not ok ${rule.name}: ${rule.holds}`);
  for (const { path, line, text } of findings) console.log(`  ${path}${line > 0 ? `:${line}` : ''}: ${text}`);
  if (findings.length > 0) process.exitCode = 1;
}
