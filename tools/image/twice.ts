// Builds the image here and once more from a copy of the sources in another folder, with nothing in common but the packages
// of the lock and the key, and compares what comes out.
//
//   npx node tools/image/twice.ts [--board qemu-arm64]

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './run.ts';

const { values } = parseArgs({ options: { board: { type: 'string', default: 'qemu-arm64' } } });
const copy = resolve('build/twice/a-folder-of-another-name');

function copySources(): void {
  rmSync(copy, { recursive: true, force: true });
  const files = run('git', ['ls-files', '-co', '--exclude-standard', '-z']).split('\0').filter(Boolean);
  for (const file of files.filter((path) => existsSync(path))) {
    mkdirSync(dirname(`${copy}/${file}`), { recursive: true });
    cpSync(file, `${copy}/${file}`);
  }
  mkdirSync(`${copy}/build/deps/image`, { recursive: true });
  for (const folder of ['build/deps/swupdate', 'build/image']) mkdirSync(`${copy}/${folder}`, { recursive: true });
  /* Not links: names in the console's bundle are made of where its parts are, and so is what a debugger is told. */
  for (const part of ['node_modules', 'build/deps/mongoose']) run('cp', ['-al', part, `${copy}/${part}`]);
  for (const shared of ['build/deps/image/debs', 'build/image/keys']) symlinkSync(resolve(shared), `${copy}/${shared}`);
  /* SWUpdate is built there as well, from the same archive. */
  const archives = 'build/deps/swupdate';
  for (const name of readdirSync(archives).filter((file) => file.endsWith('.tar.xz')))
    symlinkSync(resolve(archives, name), `${copy}/${archives}/${name}`);
}

function buildIn(folder: string, epoch: string): void {
  console.log(`twice: building in ${folder === '.' ? 'this folder' : folder}`);
  const args = ['tools/image/main.ts', '--board', values.board];
  /* What was compiled for one folder must not be given to the other: they would be equal without being compiled. */
  const env = { SOURCE_DATE_EPOCH: epoch, MONGOOSE_DIR: 'build/deps/mongoose', CCACHE_DISABLE: '1' };
  run(process.execPath, args, { cwd: folder, env });
}

const hashes = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(`${folder}/build/image/${values.board}/out`)
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(`${folder}/build/image/${values.board}/out/${name}`))
          .digest('hex'),
      ]),
  );

try {
  const epoch = run('git', ['log', '-1', '--format=%ct']).trim();
  buildIn('.', epoch);
  const here = hashes('.');
  copySources();
  buildIn(copy, epoch);
  const there = hashes(copy);
  let differences = 0;
  for (const name of new Set([...here.keys(), ...there.keys()])) {
    const equal = here.get(name) === there.get(name);
    differences += equal ? 0 : 1;
    console.log(`${equal ? 'equal    ' : 'DIFFERENT'}  ${name}  ${here.get(name) ?? 'missing'}`);
  }
  if (differences === 0) rmSync(copy, { recursive: true });
  process.exitCode = differences === 0 ? 0 : 1;
} catch (error) {
  console.error(`twice: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
