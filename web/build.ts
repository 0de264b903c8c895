/**
 * Builds the console.
 *
 *   npx node web/build.ts --brand postern --out build/web/postern    bundle, with sizes.json
 *   npx node web/build.ts --gen build/gen/ts                         only the generated TypeScript (messages, locales, brand)
 *
 * A missing or stale text, icon or error text ends it with exit code 1 and the list.
 */
import { parseArgs } from 'node:util';
import { missedBudgets } from './bundler/budget.ts';
import { bundle } from './bundler/bundle.ts';
import { generate } from './bundler/generate.ts';

const { values } = parseArgs({
  options: {
    brand: { type: 'string', default: process.env['BRAND'] || 'postern' },
    out: { type: 'string' },
    gen: { type: 'string', default: 'build/gen/ts' },
  },
});

try {
  generate(values.brand, values.gen);
  if (values.out) {
    const sizes = await bundle({ brand: values.brand, out: values.out, gen: values.gen });
    const { requests, gzip } = sizes.firstLoad;
    const languages = Object.entries(sizes.languages).map(([language, octets]) => `${language} ${octets}`);
    process.stdout.write(
      `web: ${values.brand}: first load ${gzip} bytes gzip in ${requests} requests, list ${sizes.list}, code ${sizes.code}, /up ${sizes.up}, ${languages.join(', ')}\n`,
    );
    for (const missed of missedBudgets(sizes)) process.stdout.write(`web: ${values.brand}: missed: ${missed}\n`);
  }
} catch (error) {
  process.stderr.write(`web/build: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
