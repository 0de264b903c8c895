// Bundles as the real SWUpdate takes them, running as nobody with slots that are files.

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noise, type Verdict, writeVectors } from '../../../tools/release/vectors.ts';
import { Installer } from '../../harness/installer.ts';
import { rootPath } from '../../harness/paths.ts';
import { until } from '../../harness/wait.ts';
import { folder } from './command.ts';

const payload = noise(600_001);
/** What is the terminal's alone to refuse: SWUpdate takes it. */
const others = ['two-payloads', 'large-description', 'scripts', 'properties'];

let place: ReturnType<typeof folder>;
let installer: Installer;
const original = (slot: string): string => `slot ${slot} as it was`;
const vector = (name: string): Buffer => readFileSync(place.file(`${name}.swu`));
const roots = (name = 'roots'): string => readFileSync(place.file(`${name}.pem`), 'utf8');

beforeAll(() => {
  place = folder();
  installer = new Installer();
  const slots = { a: installer.slot('a'), b: installer.slot('b') };
  writeVectors(place.path, { board: 'laptop', slots, payload });
});

afterAll(() => {
  installer[Symbol.dispose]();
  place[Symbol.dispose]();
});

beforeEach(() => {
  for (const slot of ['a', 'b']) installer.setSlot(slot, original(slot));
});

afterEach(() => installer.end());

describe('SWUpdate', () => {
  it('takes the good bundles and refuses the others, and touches no slot but for a payload', async () => {
    await installer.start(roots());
    const verdicts = Object.entries(JSON.parse(readFileSync(place.file('verdicts.json'), 'utf8')));
    expect(verdicts.length).toBeGreaterThan(25);
    for (const [name, verdict] of verdicts as [string, Verdict][]) {
      installer.setSlot('b', original('b'));
      const { good } = await installer.install('b', vector(name));
      expect([name, good]).toEqual([name, verdict === 'good' || others.includes(name)]);
      if (good) expect(installer.contentOf('b').equals(payload), name).toBe(true);
      else if (name !== 'flipped-payload' && name !== 'cut-payload') {
        expect(installer.contentOf('b').toString(), name).toBe(original('b'));
      }
      expect(installer.contentOf('a').toString(), name).toBe(original('a'));
    }
  });

  it('says why, in the words that a terminal tells apart', async () => {
    await installer.start(roots());
    const said = async (name: string): Promise<string> => (await installer.install('b', vector(name))).said.join('\n');
    expect(await said('stranger')).toContain('ERROR : Signature verification failed');
    expect(await said('expired')).toContain('ERROR : The signer does not lead to a root, or is not valid now');
    expect(await said('not-code')).toContain('ERROR : The signer is not for signing code');
    expect(await said('embedded')).toContain('ERROR : The signature is of another content');
    expect(await said('wrong-board')).toContain('ERROR : SW not compatible with hardware');
    expect(await said('flipped-payload')).toContain('ERROR : HASH mismatch : ');
    expect(await said('short-payload')).toContain('ERROR : Size in sw-description');
    expect(await said('bad-checksum')).toContain('ERROR : Checksum WRONG ! ');
    expect(await said('good-ec')).toContain('SWUPDATE successful !');
    rmSync(installer.slot('b'));
    expect(await said('good-ec')).toContain('ERROR : Error streaming slot.img');
  });

  it('tells progress in percent, up to the end', async () => {
    await installer.start(roots());
    const { progress } = await installer.install('b', vector('good-rsa'));
    const percents = progress
      .filter(({ status, image }) => status === 8 && image === 'slot.img')
      .map(({ percent }) => percent);
    expect(percents.length).toBeGreaterThan(30);
    expect(percents).toEqual(percents.toSorted((one, two) => one - two));
    expect(percents.at(-1)).toBe(100);
    expect(progress.at(-1)?.status).toBe(3);
  });

  it('goes by the roots and the board that it was started with', async () => {
    await installer.start(roots('root-1'));
    expect((await installer.install('b', vector('root2'))).good).toBe(false);
    expect((await installer.install('b', vector('good-ec'))).good).toBe(true);
    await installer.end();
    await installer.start(roots(), 'other-board');
    expect((await installer.install('b', vector('good-ec'))).good).toBe(false);
    expect((await installer.install('b', vector('wrong-board'))).good).toBe(true);
  });

  it('writes no slot but the one that it may, and one bundle at a time', async () => {
    await installer.start(roots(), 'laptop', ['b']);
    const said = installer.said.length;
    expect(await installer.begin('a')).toBeUndefined();
    const installation = await installer.begin('b');
    expect(await installer.begin('b')).toBeUndefined();
    installation?.end();
    await until('it to wait again', () => installer.said.slice(said).includes('Waiting for requests...'));
    expect((await installer.install('b', vector('good-ec'))).good).toBe(true);
    expect(installer.contentOf('a').toString()).toBe(original('a'));
  });

  it('has the slot on the disk when it says that all is well', async () => {
    const watch = installer.file('sync_watch.so');
    const log = installer.file('run/syncs');
    execFileSync('gcc', ['-shared', '-fPIC', '-o', watch, rootPath('test/harness/sync_watch.c'), '-ldl']);
    await installer.start(roots(), 'laptop', ['b'], { LD_PRELOAD: watch, SYNC_WATCH: log });
    expect((await installer.install('b', vector('good-ec'))).good).toBe(true);
    expect(readFileSync(log, 'utf8')).toBe('sync b\n');
  });

  it('killed while it writes leaves the other slot alone, and begins anew when it is started again', async () => {
    await installer.start(roots());
    const bundle = vector('good-ec');
    const installation = await installer.begin('b');
    await installation?.write(bundle.subarray(0, bundle.length >> 1));
    await until('half of the slot', () => installer.contentOf('b').length > 200_000);
    await installer.end('SIGKILL');
    expect(installer.contentOf('a').toString()).toBe(original('a'));
    expect(installer.contentOf('b').length).toBeLessThan(payload.length);
    await installer.start(roots());
    expect((await installer.install('b', bundle)).good).toBe(true);
    expect(installer.contentOf('b').equals(payload)).toBe(true);
    expect(installer.contentOf('a').toString()).toBe(original('a'));
  });
});
