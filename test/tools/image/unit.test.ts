import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileFlags, linkFlags } from '../../../tools/image/unit/flags.ts';
import { readLeftOut, reportOf, runnerOf } from '../../../tools/image/unit/left-out.ts';
import { projectOf } from '../../../tools/image/unit/project.ts';

const project = readFileSync('test/unit/project.yml', 'utf8');
const flags = { compile: ['--sysroot=/board', '-O2', '-Wall', '-Wconversion'], link: ['-Wl,-z,now', '-pie'] };
const options = { out: 'build/unit-board', flags, fixture: '../../build/unit-board/run', without: ['app/test_a.c'] };

describe("a board's flags", () => {
  it('of the compiler are how it compiles, not what', () => {
    const command =
      '/bin/gcc-12 --sysroot=/board -D_GNU_SOURCE -I/top/firmware -isystem /top/gen -mno-outline-atomics -O2 -g ' +
      '-std=gnu11 -fPIC -include /top/config.h -Wall -MD -MT x.o -MF x.d -o util/x.o -c /top/firmware/util/x.c';
    expect(compileFlags(command)).toEqual([
      ...['--sysroot=/board', '-D_GNU_SOURCE', '-mno-outline-atomics', '-O2', '-g', '-std=gnu11', '-fPIC', '-Wall'],
    ]);
  });

  it('of the linker are those that are its own', () => {
    const command = 'gcc -O2 -nostartfiles /top/start.o -Wl,--gc-sections -Wl,-z,now -pie a.o -o posternd lib.a -lz';
    expect(linkFlags(command)).toEqual(['-nostartfiles', '/top/start.o', '-Wl,--gc-sections', '-Wl,-z,now', '-pie']);
  });
});

describe("a board's project of Ceedling", () => {
  it('builds elsewhere, without sanitizers, with the flags of the board', () => {
    const made = projectOf(project, options);
    expect(made).not.toMatch(/-fsanitize|-O0|build\/unit(?!-board)/);
    expect(made).toContain(
      '\n    :compile:\n      - "--sysroot=/board"\n      - "-O2"\n      - "-Wall"\n      - -Wall\n',
    );
    expect(made).toContain('\n    :link:\n      - "--sysroot=/board"\n      - "-Wl,-z,now"\n      - "-pie"\n');
    expect(made).toContain(':executable: ../../build/unit-board/run\n');
    expect(made).toContain(':files:\n  :test:\n    - "-:app/test_a.c"\n');
  });

  it('is not made of one that has changed unseen', () => {
    expect(() => projectOf(project.replace('    :link:', '    :links:'), options)).toThrow(/:link:/);
    expect(() => projectOf(project.replaceAll('build/unit', 'build/u'), options)).toThrow(/build\/unit/);
    const hidden = project.replace('      - -O0', '      - -O0 -fsanitize=leak');
    expect(() => projectOf(hidden, options)).toThrow(/sanitizers/);
  });
});

describe('what is left out of it', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'postern-test-left-out-'));
    mkdirSync(join(folder, 'app'));
    writeFileSync(join(folder, 'app/test_a.c'), 'void test_one(void) {\n}\n\nvoid test_one_more(void) {\n}\n');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = (entry: object): unknown => {
    writeFileSync(join(folder, 'arm64.json'), JSON.stringify([entry]));
    return readLeftOut(folder);
  };

  it('has a reason, and is there', () => {
    const entry = { file: 'app/test_a.c', tests: ['test_one_more'], reason: 'so' };
    expect(read(entry)).toEqual([entry]);
    expect(() => read({ ...entry, tests: ['test_on'] })).toThrow(/has no test_on/);
    expect(() => read({ ...entry, tests: ['test_one'] })).toThrow(/test_one_more would stay out/);
    expect(() => read({ ...entry, file: 'app/test_b.c' })).toThrow(/there is no/);
    expect(() => read({ ...entry, reason: '' })).toThrow(/no reason/);
  });

  it('is not run, and said', () => {
    const list = [
      { file: 'app/test_a.c', tests: ['test_one', 'test_two'], reason: 'so' },
      { file: 'app/test_b.c', reason: 'because' },
    ];
    const script = runnerOf(['emulator', '-L', '/board'], list);
    expect(script).toContain(`  */test_a.out) set -- "$@" -x 'test_one,test_two' ;;\n`);
    expect(script).not.toContain('test_b');
    expect(script).toContain(`exec 'emulator' '-L' '/board' "$@"\n`);
    expect(reportOf(list)).toEqual([
      'left out: app/test_a.c: test_one, test_two: so',
      'left out: app/test_b.c: all: because',
    ]);
  });
});
