// Records the inputs of an image, so that a second call without changes builds nothing.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { run } from './run.ts';

export interface Inputs {
  /** Top of the project; its files are those listed by git, including changed and new ones. */
  readonly root: string;
  /** Other files: keys, Mongoose. */
  readonly files: readonly string[];
  /** Everything else that determines the result: board, brand, time. */
  readonly options: object;
}

/** Files that do not affect an image. */
const notBuilt = [':!docs', ':!test', ':!README.md', ':!CONTRIBUTING.md'];

/** A hash over all inputs; reading them takes a second. */
export function digestOf({ root, files, options }: Inputs): string {
  const hash = createHash('sha256').update(JSON.stringify(options));
  const listed = run('git', ['ls-files', '-co', '--exclude-standard', '-z', '--', '.', ...notBuilt], { cwd: root });
  const sources = listed.split('\0').filter(Boolean).toSorted();
  for (const path of [...sources.map((name) => `${root}/${name}`), ...files]) {
    const content = existsSync(path) ? readFileSync(path) : undefined;
    hash.update(`\0${path}\0${content?.length}\0`).update(content ?? '');
  }
  return hash.digest('hex');
}

interface Built {
  readonly digest: string;
  /** Whether the bundle of the next version was also made. */
  readonly next: boolean;
  /** The results with size and modification time. */
  readonly results: readonly string[];
}

const noteOf = (folder: string): string => `${folder}/built.json`;

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => `${folder}/${name}`)
    : [];

const resultsOf = (folder: string): string[] =>
  [...filesIn(`${folder}/out`), ...filesIn(`${folder}/next`)].toSorted().map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });

/** Whether the results in a folder are complete and were built from these inputs. */
export function isBuilt(folder: string, digest: string, next: boolean): boolean {
  if (!existsSync(noteOf(folder))) return false;
  const built = JSON.parse(readFileSync(noteOf(folder), 'utf8')) as Built;
  if (built.digest !== digest || (next && !built.next)) return false;
  return built.results.join('\n') === resultsOf(folder).join('\n');
}

/** Called before a build: the results of an interrupted build do not count. */
export const forgetBuilt = (folder: string): void => rmSync(noteOf(folder), { force: true });

export function noteBuilt(folder: string, digest: string, next: boolean): void {
  const built: Built = { digest, next, results: resultsOf(folder) };
  writeFileSync(noteOf(folder), JSON.stringify(built));
}
