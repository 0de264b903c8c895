// Small parts of the image: archives, the boot environment, the boot script, what a program says of its hardening, lists.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { boardNames, readBoard } from '../../../tools/image/boards.ts';
import { bootScript } from '../../../tools/image/bootscript.ts';
import { archive } from '../../../tools/image/cpio.ts';
import { fresh, readEnvironment, writeEnvironment } from '../../../tools/image/environment.ts';
import { judge, judgeProgram } from '../../../tools/image/harden.ts';
import type { Part } from '../../../tools/image/parts.ts';
import { cycloneDx, licenceList, spdx } from '../../../tools/image/sbom.ts';

const folder = mkdtempSync(join(tmpdir(), 'postern-image-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('an archive', () => {
  it('is made of records at four octets, each with its size and mode', () => {
    const octets = archive([
      { path: 'dev', mode: 0o755 },
      { path: 'init', mode: 0o555, content: Buffer.from('hello') },
    ]);
    const found: string[] = [];
    for (let at = 0; at < octets.length; ) {
      expect(octets.toString('latin1', at, at + 6)).toBe('070701');
      const field = (index: number): number =>
        Number.parseInt(octets.toString('latin1', at + 6 + index * 8, at + 14 + index * 8), 16);
      const [mode, size, nameSize] = [field(1), field(6), field(11)];
      const name = octets.toString('latin1', at + 110, at + 110 + nameSize - 1);
      const content = at + Math.ceil((110 + nameSize) / 4) * 4;
      found.push(`${name} ${mode.toString(8)} ${octets.toString('latin1', content, content + size)}`);
      at = content + Math.ceil(size / 4) * 4;
    }
    expect(found).toEqual(['dev 40755 ', 'init 100555 hello', 'TRAILER!!! 100000 ']);
  });
});

describe('the boot environment', () => {
  it('is one sector that is read back', () => {
    const block = writeEnvironment(fresh);
    expect(block.length).toBe(512);
    expect(readEnvironment(block)).toEqual(fresh);
  });

  it('is nothing when an octet of it has changed', () => {
    const block = writeEnvironment(fresh);
    block[20] = (block[20] ?? 0) ^ 1;
    expect(readEnvironment(block)).toBeUndefined();
  });

  it('takes what fits, and one octet more not', () => {
    const rest = 512 - 4 - 'N='.length - 2;
    expect(readEnvironment(writeEnvironment({ N: 'x'.repeat(rest) }))).toEqual({ N: 'x'.repeat(rest) });
    expect(() => writeEnvironment({ N: 'x'.repeat(rest + 1) })).toThrow(/larger/);
  });
});

describe.each(boardNames())('the boot script of %s', (name) => {
  const lines = bootScript(readBoard(name));
  const text = lines.join('\n');
  const at = (part: string): number => lines.findIndex((line) => line.includes(part));

  it('looks at each value before it is used', () => {
    for (const variable of ['BOOT_ORDER', 'BOOT_A_LEFT', 'BOOT_B_LEFT'])
      expect(Math.max(at(`"\${${variable}}"`), at(`"$${variable}"`))).toBeGreaterThan(at('env import'));
    expect(text).not.toMatch(/\brun\b/);
  });

  it('has counted the try on the disk before it reads the slot', () => {
    expect(at(' write ')).toBeGreaterThan(at('env export'));
    expect(at('bootm')).toBeGreaterThan(at(' write '));
  });

  it('ends in a restart', () => {
    expect(lines.at(-1)).toMatch(/reset$/);
  });
});

describe('hardening', () => {
  const source = `#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) { char b[64]; memcpy(b, argv[0], (unsigned)argc); b[63] = 0; return puts(b); }
`;
  const good = [
    '-O2',
    '-fPIE',
    '-pie',
    '-fstack-protector-strong',
    '-U_FORTIFY_SOURCE',
    '-D_FORTIFY_SOURCE=2',
    '-fcf-protection',
  ];
  const linked = ['-Wl,-z,relro,-z,now,-z,noexecstack'];
  const build = (name: string, args: readonly string[], text = source): string => {
    const path = join(folder, name);
    writeFileSync(`${path}.c`, text);
    execFileSync('gcc', ['-w', '-o', path, `${path}.c`, ...args]);
    return path;
  };
  const failing = (path: string, release = false): string[] =>
    judgeProgram(path, release)
      .filter(({ ok, name }) => !ok && !name.startsWith('branches'))
      .map(({ name }) => name.replace(/ \(.*/, ''));

  it('is found in a program that has it all', () => {
    expect(failing(build('good', [...good, ...linked]))).toEqual([]);
  });

  it.each([
    ['no-pie', ['-no-pie', '-fno-PIE'], 'loaded at a random address'],
    ['lazy', ['-Wl,-z,lazy'], 'and all bound at the start'],
    ['norelro', ['-Wl,-z,norelro'], 'relocations read-only'],
    ['execstack', ['-Wl,-z,execstack'], 'data and stack are not run'],
    ['no-guard', ['-fno-stack-protector'], 'stack protector'],
    ['no-fortify', ['-D_FORTIFY_SOURCE=0', '-U_FORTIFY_SOURCE'], 'FORTIFY'],
    ['runpath', ['-Wl,-rpath,/tmp'], 'no path to look for libraries'],
  ])('is missed when the program is built with %s', (name, args, missed) => {
    expect(failing(build(name, [...good, ...linked, ...args]))).toContain(missed);
  });

  /* Whether the mark is there depends on the C library's start files as well, which differ between releases. */
  it.each([
    ['', false],
    ['Properties: AArch64 feature: PAC', false],
    ['Properties: AArch64 feature: BTI, PAC', true],
  ])('takes branches on arm64 for protected by the note «%s»: %s', (notes, wanted) => {
    const facts = { header: 'Machine: AArch64', segments: '', dynamic: '', symbols: '', notes };
    const checks = judge(facts, { isStatic: false, release: false });
    expect(checks.find(({ name }) => name.startsWith('branches'))?.ok).toBe(wanted);
  });

  it('finds a name of the simulator in a release', () => {
    const path = build('sim', [...good, ...linked], `${source}\nint sim_door_open(void) { return 1; }\n`);
    expect(failing(path)).toEqual([]);
    expect(failing(path, true)).toEqual(['nothing of the simulator']);
  });
});

describe('lists of what is in an image', () => {
  const parts: Part[] = [
    {
      name: 'libz',
      version: '1:1.2',
      licence: 'Zlib',
      kind: 'debian',
      sha256: 'cd'.repeat(32),
      purl: 'pkg:deb/debian/libz@1',
      text: 'the text',
    },
    {
      name: 'posternd',
      version: '0.1.0',
      licence: 'LicenseRef-Postern',
      kind: 'own',
      sha256: 'ef'.repeat(32),
      text: '',
    },
  ];
  const about = { board: 'b', brand: 'postern', version: '0.1.0', built: 1_767_225_600 };

  it('have each part with version, licence and hash', () => {
    const text = [JSON.stringify(spdx(parts, about)), JSON.stringify(cycloneDx(parts, about)), licenceList(parts)];
    for (const list of text)
      for (const { name, version, licence } of parts) {
        expect(list).toContain(name);
        expect(list).toContain(version);
        expect(list).toContain(licence);
      }
    for (const list of text.slice(0, 2)) for (const { sha256 } of parts) expect(list).toContain(sha256);
    expect(text[2]).toContain('the text');
  });

  it('say what a word of ours for a licence means', () => {
    expect(spdx(parts, about)).toMatchObject({ hasExtractedLicensingInfos: [{ licenseId: 'LicenseRef-Postern' }] });
  });

  it('are the same for the same parts, and have another name for others', () => {
    expect(spdx(parts, about)).toEqual(spdx(parts, about));
    const other = parts.map((part) => ({ ...part, version: '2' }));
    expect(cycloneDx(other, about)).not.toMatchObject({
      serialNumber: (cycloneDx(parts, about) as { serialNumber: string }).serialNumber,
    });
  });
});
