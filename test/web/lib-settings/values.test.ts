import { beforeAll, describe, expect, it } from 'vitest';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { checkEdits } from '../../../web/lib/settings/check.ts';
import { effectiveEdits, effectsOf, foreignChanges, storedOf, withEdits } from '../../../web/lib/settings/values.ts';
import { enumWord, settingHelp, settingLabel, valueText } from '../../../web/lib/settings/words.ts';
import { demo, reply } from './page.ts';

beforeAll(() => activateLanguage('en'));

const read = (members: object) => storedOf(demo, { ...reply, ...members });
const stored = read({});
const edited = (edits: Parameters<typeof effectiveEdits>[2]) => effectiveEdits(demo.fields, stored, edits);

describe('what a read answers', () => {
  it('becomes values, the secrets that are set, revision and state', () => {
    const { hasKey: _, state, revision, ...values } = reply;
    expect(stored).toEqual({ revision, state, secrets: new Set(['key']), values: { ...values, key: '' } });
    expect(read({ hasKey: false }).secrets.size).toBe(0);
  });
});

describe('an edit', () => {
  it('counts while it differs; the order of flags is no difference', () => {
    expect(edited({ volume: 4, name: 'Gate', parts: ['time', 'date'] })).toEqual({ volume: 4 });
    expect(edited({ parts: ['date'] })).toEqual({ parts: ['date'] });
    expect(edited({ nothing: 1 })).toEqual({});
  });

  it('of a number that is not typed yet differs', () => {
    expect(edited({ wait: Number.NaN })).toEqual({ wait: Number.NaN });
  });

  it('of a secret counts when it is typed, or when it removes one', () => {
    expect(edited({ key: 'open sesame' })).toEqual({ key: 'open sesame' });
    expect(edited({ key: '' })).toEqual({ key: '' });
    expect(effectiveEdits(demo.fields, { ...stored, secrets: new Set() }, { key: '' })).toEqual({});
  });

  it('stands after a save, the secret only as set or not', () => {
    const after = withEdits(demo.fields, stored, { volume: 1, key: '' }, 6);
    expect([after.revision, after.values.volume, after.values.key, after.secrets.size]).toEqual([6, 1, '', 0]);
    expect(withEdits(demo.fields, after, { key: 'open sesame' }, 7).secrets.has('key')).toBe(true);
  });

  it('has the effects of its settings, each once', () => {
    expect([...effectsOf(demo.fields, { volume: 1, on: true })]).toEqual(['sound', 'displayRestart']);
  });
});

describe('changes of somebody else', () => {
  it('are told with what was, what is and what is typed here', () => {
    const now = read({ revision: 6, volume: 5, mode: 'client', parts: ['time', 'date'] });
    expect(foreignChanges(demo.fields, stored, now, { volume: 1, name: 'Door' })).toEqual([
      { name: 'volume', before: 3, theirs: 5, mine: 1, secret: false },
      { name: 'mode', before: 'off', theirs: 'client', mine: undefined, secret: false },
    ]);
  });

  it('of a secret are seen when it came or went', () => {
    const now = read({ hasKey: false });
    expect(foreignChanges(demo.fields, stored, now, {})).toEqual([
      { name: 'key', before: true, theirs: false, mine: undefined, secret: true },
    ]);
  });
});

describe('a complaint', () => {
  const about = (edits: object) =>
    Object.fromEntries(Object.entries(checkEdits(demo, edits)).map(([name, { text }]) => [name, text]));

  it('names the limit that is broken', () => {
    expect(about({ name: 'Gate', volume: 5, wait: 100, key: 'open sesame', address: '10.0.0.1' })).toEqual({});
    expect(about({ name: '', volume: 6, wait: 15, key: 'short', address: '10.0.0' })).toEqual({
      name: 'Fill this in',
      volume: 'Must be 0 to 5',
      wait: 'In steps of 10',
      key: 'At least 8 characters',
      address: 'An IP address, such as 192.168.1.20',
    });
    expect(about({ name: 'far too long', wait: Number.NaN })).toEqual({
      name: '8 characters at most; these are 12',
      wait: 'Fill this in',
    });
  });

  it('waits for the field to be left unless typing on cannot mend it', () => {
    const atOnce = (edits: object) => Object.values(checkEdits(demo, edits))[0]?.atOnce;
    expect(atOnce({ wait: 1 })).toBe(false);
    expect(atOnce({ wait: 9999 })).toBe(true);
    expect(atOnce({ address: '10.' })).toBe(false);
    expect(atOnce({ name: 'far too long' })).toBe(true);
  });
});

describe('words', () => {
  it('come from the catalogue by pair and name', () => {
    expect(settingLabel('MachineParam', 'volume')).toBe('Volume');
    expect(settingHelp('MachineParam', 'volume')).toContain('silent');
    expect(settingHelp('MachineParam', 'deviceNumber')).toBeUndefined();
    expect(enumWord('WifiMode', 'off')).toBe('Off');
    expect([settingLabel('Demo', 'name'), enumWord('Demo', 'x')]).toEqual(['name', 'x']);
  });

  it('of a value read as a person would say it', () => {
    const said = (name: string, value: unknown) => {
      const field = demo.fields.find((one) => one.name === name);
      return field && valueText(field, value);
    };
    expect(said('on', true)).toBe('On');
    expect(said('wait', 3600)).toBe('3,600 s');
    expect(said('mode', 'client')).toBe('Join a network');
    expect(said('parts', ['date', 'time'])).toBe('Date and Time');
    expect(said('parts', [])).toBe('None');
    expect(said('address', '')).toBe('Empty');
  });
});
