import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { partitionOf, writeDisk } from '../../../tools/image/disk.ts';
import { crc16, drawPassword, drawSerial, drawSnKey, snKeyOf } from '../../../tools/provision/draw.ts';
import { fingerprint } from '../../../tools/provision/line_log.ts';
import { rootPath } from '../../harness/paths.ts';

const main = rootPath('tools/provision/main.ts');
let folder: string;
const file = (name: string): string => join(folder, name);
const log = (): Record<string, string>[] =>
  readFileSync(file('line.log'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-test-provision-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function provision(out: string, ...more: string[]): { status: number | null; stdout: string; stderr: string } {
  const args = [main, '--out', file(out), '--log', file('line.log'), ...more];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

describe('what is drawn', () => {
  it('is of letters that cannot be mistaken, and another one each time', () => {
    const many = <T>(draw: () => T): Set<T> => new Set(Array.from({ length: 300 }, draw));
    for (const serial of many(drawSerial)) expect(serial).toMatch(/^PT-[2-9A-HJ-NP-Z]{10}$/);
    for (const password of many(drawPassword)) expect(password).toMatch(/^[2-9a-hjkmnp-z]{12}$/);
    for (const draw of [drawSerial, drawPassword, drawSnKey]) expect(many(draw).size).toBe(300);
    expect(new Set([...many(drawPassword)].join('')).size).toBe(31);
  });

  it('has an SN key whose CRC holds', () => {
    expect(crc16(Buffer.from('123456789'))).toBe(0x29b1);
    expect(snKeyOf(Buffer.from('0123456789abcdef', 'hex'))).toBe('0123-4567-89AB-CDEF-986B');
    for (let round = 0; round < 100; round += 1) {
      const octets = Buffer.from(drawSnKey().replaceAll('-', ''), 'hex');
      expect(crc16(octets.subarray(0, 8))).toBe(octets.readUInt16BE(8));
    }
  });
});

describe('provision', () => {
  it('writes what the terminal takes in, for its owner alone', () => {
    expect(provision('provision', '--brand', 'meridian')).toMatchObject({ status: 0, stderr: '' });
    const text = readFileSync(file('provision'), 'utf8');
    expect(text).toMatch(
      /^serial = PT-\w{10}\nengineer-password = \w{12}\nsn-key = (\w{4}-){4}\w{4}\nbrand = meridian\n$/,
    );
    expect(statSync(file('provision')).mode & 0o777).toBe(0o600);
    expect(statSync(file('line.log')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).toSorted()).toEqual(['line.log', 'provision']);
  });

  it('notes it in the log, with no secret in it and none in what it prints', () => {
    const { stdout } = provision('provision', '--serial', 'PT-ABCD');
    const text = readFileSync(file('provision'), 'utf8');
    const value = (key: string): string => new RegExp(`^${key} = (.+)$`, 'm').exec(text)?.[1] ?? '';
    const [line] = log();
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      serial: 'PT-ABCD',
      brand: 'postern',
      engineerPassword: fingerprint(value('engineer-password'), 'PT-ABCD'),
      snKey: fingerprint(value('sn-key'), 'PT-ABCD'),
    });
    for (const secret of [value('engineer-password'), value('sn-key')]) {
      expect(secret).not.toBe('');
      expect(JSON.stringify(line) + stdout).not.toContain(secret);
    }
    expect(fingerprint('one', 'PT-ABCD')).not.toBe(fingerprint('one', 'PT-ABCE'));
  });

  it('gives a serial once', () => {
    expect(provision('one', '--serial', 'PT-ABCD')).toMatchObject({ status: 0 });
    const again = provision('two', '--serial', 'PT-ABCD');
    expect(again.status).toBe(1);
    expect(again.stderr).toMatch(/^provision: --serial: PT-ABCD stands in .*line\.log already\n$/);
    expect(existsSync(file('two'))).toBe(false);
    expect(log()).toHaveLength(1);
    expect(provision('three', '--serial', 'PT-ABCE')).toMatchObject({ status: 0 });
  });

  it('gives a serial once to two who ask at the same time', async () => {
    const children = ['one', 'two', 'three'].map((out) =>
      spawn(process.execPath, [main, '--out', file(out), '--log', file('line.log'), '--serial', 'PT-ABCD'], {
        stdio: 'ignore',
      }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number));
    expect(codes.toSorted()).toEqual([0, 1, 1]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('writes over nothing, and leaves no secret lying when it cannot go on', () => {
    writeFileSync(file('provision'), 'there');
    expect(provision('provision').stderr).toContain('cannot be made (EEXIST)');
    expect(readFileSync(file('provision'), 'utf8')).toBe('there');
    expect(provision('nowhere/provision').stderr).toContain('cannot be made (ENOENT)');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  const refused: [string[], RegExp][] = [
    [['--serial', 'abc'], /--serial is 4 to 32/],
    [['--serial', 'PT ABCD'], /--serial is 4 to 32/],
    [['--serial', 'x'.repeat(33)], /--serial is 4 to 32/],
    [['--brand', 'A B'], /--brand is a name/],
    [['--colour', 'red'], /--colour/],
  ];

  it.each(refused)('refuses %j', (args, words) => {
    const { status, stderr } = provision('provision', ...args);
    expect(status).toBe(1);
    expect(stderr).toMatch(words);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses a log that it cannot trust', () => {
    writeFileSync(file('line.log'), '{"serial":"PT-AAAA"}\nnot JSON\n');
    expect(provision('provision').stderr).toMatch(/--log: line 2 of .* is damaged/);
    writeFileSync(file('line.log'), '{"serial":"PT-AAAA"}\n{"ser');
    expect(provision('provision').stderr).toMatch(/--log: the last line of .* is not whole/);
    expect(existsSync(file('provision'))).toBe(false);
  });
});

describe('a disk', () => {
  const disk = (): string => {
    const partitions = [{ name: 'env', size: 1 << 20, content: Buffer.from('boot environment') }];
    writeDisk(file('disk.img'), { firstLba: 2048, tableLength: 128, partitions }, []);
    return file('disk.img');
  };
  const block = (path: string): string => {
    const { at } = partitionOf(path, 'env');
    return readFileSync(path).toString('latin1', at + 8192, at + 12_288);
  };

  it('gets what the file has, in its block and nowhere else', () => {
    const path = disk();
    const before = readFileSync(path);
    expect(provision('provision', '--disk', path)).toMatchObject({ status: 0, stderr: '' });
    const text = readFileSync(file('provision'), 'utf8');
    expect(block(path)).toBe(text.padEnd(4096, '\0'));
    const after = readFileSync(path);
    after.fill(0, partitionOf(path, 'env').at + 8192, partitionOf(path, 'env').at + 12_288);
    expect(after.equals(before)).toBe(true);
  });

  it('that has something already keeps it, and no file is made of another password', () => {
    const path = disk();
    provision('first', '--disk', path);
    const given = block(path);
    expect(provision('second', '--disk', path)).toMatchObject({ status: 1, stderr: expect.stringMatching('already') });
    expect(block(path)).toBe(given);
    expect(existsSync(file('second'))).toBe(false);
  });
});
