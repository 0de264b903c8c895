import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOf } from '../../../tools/arch/calls.ts';
import { rules } from '../../../tools/arch/rules.ts';
import { sharedMembers } from '../../../tools/arch/shared.ts';
import { treeOf, workingTree } from '../../../tools/arch/tree.ts';
import { violations } from './violations.ts';

function findings(files: Readonly<Record<string, string>>): string[] {
  const tree = treeOf(files);
  return rules.flatMap((rule) =>
    rule.check(tree).map(({ path, line }) => `${rule.name} ${path}${line > 0 ? `:${line}` : ''}`),
  );
}

it('has a violating fixture for every rule, and no two rules of one name', () => {
  const names = rules.map((rule) => rule.name);
  expect([...new Set(violations.map((violation) => violation.rule))].sort()).toEqual([...names].sort());
});

describe.each(violations)('$rule, broken at $at', ({ rule, kept, broken, at }) => {
  it('is silent while it is kept', () => {
    expect(findings(kept)).toEqual([]);
  });

  it('is named, and no other rule, where it is broken', () => {
    expect(findings(broken)).toEqual([`${rule} ${at}`]);
  });
});

describe('in the project itself', () => {
  const tree = workingTree('.');

  it('finds the shared state', () => {
    expect(sharedMembers(tree)).toContainEqual(expect.objectContaining({ name: 'hal', tag: 'hal' }));
  });

  it('finds who calls whom, across folders and within one', () => {
    const calls = callsOf(tree).map(({ from, to }) => `${from} ${to}`);
    expect(calls).toContain('firmware/api/users.c firmware/core/users/users.c');
    expect(calls).toContain('firmware/core/users/users.c firmware/store/users/users.c');
  });

  it('finds a call through a macro', () => {
    const calls = callsOf(tree).map(({ from, to }) => `${from} ${to}`);
    expect(calls).toContain('firmware/store/records/leave.c firmware/store/store.c');
    expect(calls).toContain('firmware/store/kept.c firmware/util/err.c');
  });
});

describe('the command', () => {
  const run = (files: Readonly<Record<string, string>>) => {
    const root = mkdtempSync(join(tmpdir(), 'arch-'));
    try {
      execFileSync('git', ['init', '-q', root]);
      for (const [path, text] of Object.entries({ '.gitignore': 'build/\n', ...files })) {
        mkdirSync(join(root, dirname(path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
      return spawnSync(process.execPath, ['tools/arch/main.ts', '--root', root], { encoding: 'utf8' });
    } finally {
      rmSync(root, { recursive: true });
    }
  };

  it('ends well when all holds, whatever lies in ignored folders', () => {
    const ended = run({ 'firmware/util/buf.c': '', 'build/firmware/core/a.c': '#include "http/x.h"' });
    expect(ended.status).toBe(0);
    expect(ended.stdout.match(/^ok /gm)).toHaveLength(rules.length);
  });

  it('ends badly and says where when a rule is broken', () => {
    const ended = run({ 'firmware/core/users/users.c': '\n#include "http/conn_impl.h"' });
    expect(ended.status).toBe(1);
    expect(ended.stdout).toContain('not ok firmware-direction');
    expect(ended.stdout).toContain('  firmware/core/users/users.c:2: core includes http/conn_impl.h');
  });
});
