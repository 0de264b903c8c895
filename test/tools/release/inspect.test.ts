import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../../tools/release/fault.ts';
import { inspect } from '../../../tools/release/inspect.ts';
import { noise, type Verdict, writeVectors } from '../../../tools/release/vectors.ts';
import { folder, release } from './command.ts';

let place: ReturnType<typeof folder>;

beforeAll(() => {
  place = folder();
  writeVectors(place.path, { board: 'laptop', slots: { a: '/x/a', b: '/x/b' }, payload: noise(5000) });
});

afterAll(() => place[Symbol.dispose]());

function faults(name: string, roots = 'roots.pem'): readonly string[] {
  try {
    return inspect(readFileSync(place.file(`${name}.swu`)), place.file(roots)).faults;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [error.message];
  }
}

describe('inspect', () => {
  it('finds every bad bundle, and no fault with a good one', () => {
    const verdicts = JSON.parse(readFileSync(place.file('verdicts.json'), 'utf8')) as Record<string, Verdict>;
    expect(Object.keys(verdicts).length).toBeGreaterThan(25);
    /* The board is the terminal's to judge: the file itself is whole. */
    const holding = Object.keys(verdicts).filter((name) => faults(name).length === 0);
    const good = Object.keys(verdicts).filter((name) => ['good', 'board'].includes(verdicts[name] ?? ''));
    expect(holding).toEqual(good);
  });

  it('holds a signature against the roots that it is given', () => {
    expect(faults('root2', 'root-1.pem').join()).toContain('unable to get local issuer certificate');
    expect(faults('good-ec', 'root-1.pem')).toEqual([]);
  });

  it('says what is wrong', () => {
    expect(faults('expired').join()).toContain('certificate has expired');
    expect(faults('embedded').join()).toContain('content of its own');
    expect(faults('sha1').join()).toContain('made with sha1');
    expect(faults('not-code')).toEqual(['the signer is not for signing code']);
    expect(faults('large-description')).toEqual(['the description is over 32768 octets']);
    expect(faults('flipped-payload').join()).toContain('not the one that slot a names');
    expect(faults('scripts')).toEqual(['software has scripts, which a terminal refuses']);
    expect(faults('properties')).toContain('image has properties, which a terminal refuses');
    expect(faults('unsigned').join()).toContain('its entries are sw-description, slot.img');
  });

  it('ends with an error when something does not hold', () => {
    const ran = release(['inspect', place.file('stranger.swu'), '--roots', place.file('roots.pem')]);
    expect(ran.status).toBe(1);
    expect(ran.out).toMatch(/^FAULT +the signature does not hold/m);
    const unasked = release(['inspect', place.file('stranger.swu')]);
    expect(unasked.status).toBe(0);
    expect(unasked.out).toMatch(/^signature +holds; whether a root stands behind it was not asked/m);
  });
});
