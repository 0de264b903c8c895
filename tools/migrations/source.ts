// Writes the steps of the database schema as C: the constants that firmware/store/migrations.c declares.

import { checksum, type Step } from './steps.ts';

/** A question mark could start a trigraph. */
const quoted = (line: string): string => `"${line.replaceAll(/[\\"?]/g, (char) => `\\${char}`)}"`;

function stepSource(step: Step): string {
  const rows = step.lines.map((line) => `    ${quoted(line)}`).join('\n');
  return `    /* ${step.name}, SHA-256 ${checksum(step)} */\n${rows},\n`;
}

const hashSource = (hash: bigint): string => `    UINT64_C(0x${hash.toString(16)}),\n`;

/** `hashes` are those of schemaHashes(). */
export function stepsSource(steps: readonly Step[], hashes: readonly bigint[]): string {
  return (
    '/* Written by tools/migrations; do not edit. */\n#include "store/migrations_impl.h"\n\n' +
    `const char *const store_migration_steps[] = {\n${steps.map(stepSource).join('')}};\n` +
    `const unsigned store_migration_count = ${steps.length};\n` +
    `const uint64_t store_migration_hashes[] = {\n${hashes.map(hashSource).join('')}};\n`
  );
}
