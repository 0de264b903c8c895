// Packs the web bundle into a C source for the firmware, prints the size of each file and refuses a bundle that exceeds
// the budget of the ROM.
//
//   npx node tools/rompack/main.ts --in build/web/postern --out build/host/gen/rom.c [--budget OCTETS] [--quiet]

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { type Asset, PackError, packFolder, romSize } from './assets.ts';
import { romSource } from './source.ts';

/** Budget of the whole UI in ROM: code and styles, three languages, the heads of 160 files (ADR 0028, 0039), and the files of /up. */
export const romBudget = 340_000 + 3 * 45_056 + 160 * 640 + 15_000;

function report(assets: readonly Asset[], total: number, budget: number): string {
  const width = Math.max(...assets.map((asset) => asset.path.length));
  const rows = assets.map((asset) => {
    const packed = asset.gzip.reply.length - asset.gzip.headLength;
    return `${asset.path.padEnd(width)} ${String(asset.size).padStart(8)} ${String(packed).padStart(8)}`;
  });
  return [
    `${'asset'.padEnd(width)} ${'octets'.padStart(8)} ${'gzip'.padStart(8)}`,
    ...rows,
    `rom: ${total} of ${budget} octets with all heads (${Math.round((total * 100) / budget)} %)`,
  ].join('\n');
}

/** Keeps the file's time if its content is the same, so that nothing is recompiled. */
function writeIfChanged(path: string, text: string): void {
  let before: string | undefined;
  try {
    before = readFileSync(path, 'latin1');
  } catch {
    mkdirSync(dirname(path), { recursive: true });
  }
  if (before !== text) writeFileSync(path, text, 'latin1');
}

function main(): void {
  const { values } = parseArgs({
    options: {
      in: { type: 'string' },
      out: { type: 'string' },
      budget: { type: 'string', default: String(romBudget) },
      quiet: { type: 'boolean', default: false },
    },
  });
  if (values.in === undefined || values.out === undefined) throw new PackError('--in and --out are needed');
  const budget = Number(values.budget);
  if (!Number.isSafeInteger(budget) || budget <= 0) throw new PackError('--budget is no number of octets');
  const assets = packFolder(values.in);
  const total = romSize(assets);
  if (!values.quiet) console.log(report(assets, total, budget));
  if (total > budget) throw new PackError(`the bundle takes ${total} octets, ${total - budget} over its budget`);
  writeIfChanged(values.out, romSource(assets));
}

try {
  main();
} catch (error) {
  if (!(error instanceof PackError)) throw error;
  console.error(`rompack: ${error.message}`);
  process.exitCode = 1;
}
