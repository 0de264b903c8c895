/* npx node tools/zones/main.ts --out FILE [--zoneinfo DIR]
 *
 * Writes the places that a terminal knows as C (core/time/local_places.h): the zones of the installed tzdata since 2000 (ADR 0056). A
 * zone that cannot be said so ends it with status 1. */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { writeFiles } from '../apigen/output.ts';
import { clockOf } from './clocks.ts';
import { namesOf, offeredNames, versionOf } from './names.ts';
import { tableOf } from './table.ts';
import { readZone } from './tzif.ts';

const SINCE = Date.UTC(2000, 0, 1) / 1000;

function main(args: string[]): number {
  const { values } = parseArgs({
    args,
    options: { out: { type: 'string' }, zoneinfo: { type: 'string', default: '/usr/share/zoneinfo' } },
  });
  if (values.out === undefined) {
    console.error('zones: --out FILE is missing');
    return 2;
  }
  const folder = values.zoneinfo;
  const clock = (name: string) => {
    try {
      return clockOf(readZone(readFileSync(`${folder}/${name}`), SINCE));
    } catch (error) {
      throw new Error(`${name}: ${String(error)}`);
    }
  };
  try {
    const source = readFileSync(`${folder}/tzdata.zi`, 'utf8');
    const names = namesOf(source, offeredNames(readFileSync(`${folder}/zone.tab`, 'utf8')));
    const table = tableOf(versionOf(source), names, clock);
    writeFiles(dirname(values.out), new Map([[basename(values.out), table.text]]));
    const { clocks, changes } = table;
    console.log(`zones: tzdata ${versionOf(source)}, ${names.length} names, ${clocks} clocks, ${changes} changes`);
    return 0;
  } catch (error) {
    console.error(`zones: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

process.exitCode = main(process.argv.slice(2));
