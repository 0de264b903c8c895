// How the unit tests are compiled and linked, read from their declarations: test/unit/firmware.mk and project.yml.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Ended, run } from './command.ts';

const unit = resolve('test/unit');
const limits = { cpuSeconds: 120, wallSeconds: 600 };

/** Items of a list in project.yml, by the key above it. */
function listOf(project: string, key: string): string[] {
  const lines = project.split('\n');
  const first = lines.findIndex((line) => line.trim() === key) + 1;
  const items = lines.slice(first);
  const end = items.findIndex((line) => !/^\s*- /.test(line));
  return items.slice(0, end).map((line) => line.replace(/^\s*- /, '').replace(/\s+#.*$/, ''));
}

export interface UnitBuild {
  /** Compiles a copy of `file`: like the tests, or `plain`, optimized and without sanitizers. */
  compile(copy: string, object: string, file: string, kind: 'tested' | 'plain'): Promise<Ended>;
  /** Links the test in `folder` (its objects) with one object before the archive. */
  link(folder: string, object: string, program: string): Promise<Ended>;
}

export function unitBuild(): UnitBuild {
  const make = ['--no-print-directory', '--silent', '-f', 'test/unit/firmware.mk', 'compile-command'];
  const compiler = execFileSync('make', make, { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '-g' && !word.startsWith('-W'));
  const project = readFileSync(join(unit, 'project.yml'), 'utf8');
  const linking = [...listOf(project, ':link:'), '-Wl,-s'];
  const libraries = ['firmware', ...listOf(project, ':system:')].map((name) => `-l${name}`);
  /* A swap of arguments that a compiler refuses cannot be a real fault; this includes a variable as format string. */
  const plain = ['-O2', '-fno-sanitize=all', '-fno-instrument-functions'];
  const refused = ['incompatible-pointer-types', 'int-conversion', 'discarded-qualifiers', 'format-nonliteral'];
  const strict = ['-Wformat=2', ...refused.map((name) => `-Werror=${name}`)];
  return {
    compile: (copy, object, file, kind) => {
      const more = kind === 'plain' ? plain : [];
      return run([...compiler, ...strict, ...more, '-iquote', dirname(file), '-c', copy, '-o', object], limits);
    },
    link: (folder, object, program) => {
      /* A mock and its header are in folders of their own. */
      const own = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.o'));
      const objects = own.map((name) => join(folder, name));
      const argv = ['gcc', ...linking, object, ...objects, ...libraries, '-o', program];
      return run(argv, limits, { cwd: unit });
    },
  };
}
