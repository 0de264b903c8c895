/* What a line of the log says besides. */
import { beforeAll, describe, expect, it } from 'vitest';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { detailText, recentMoment } from '../../../web/lib/recordTexts.ts';

beforeAll(() => activateLanguage('en'));

describe('the detail of a line', () => {
  it('is a sentence of a contact that did not rest', () => {
    expect(detailText({ kind: 'unsteady', detail: 'leaf 378' })).toBe('Door sensor: 378 lines left out');
    expect(detailText({ kind: 'unsteady', detail: 'case 1' })).toBe('Case: 1 line left out');
  });

  it('says what the terminal writes in words of its own', () => {
    const said = [
      ['schedule', 'alwaysOpen', 'Always open, by schedule'],
      ['schedule', 'normal', 'Opens for who is let in'],
      ['restored', 'held', 'Open too long'],
      ['module', 'finger lost', 'Finger: does not answer'],
      ['module', 'relay stuck', 'Relay: stuck'],
      ['module', 'door online', 'Door: answers again'],
      ['clock', 'waits 7260 time.example', 'time.example: 2 h 1 min ahead, not confirmed yet'],
      ['clock', 'stepped -90061 time.example', 'time.example: 1 day 1 h 1 min behind, clock set to it'],
      ['clock', 'waits', 'waits'],
      ['access', '3', 'rule 3'],
      ['access', '3 antiPassback', 'rule 3 · Entered or left twice in a row'],
      ['access', 'antiPassback', 'Entered or left twice in a row'],
      ['access', '+17', 'and 17 more like it'],
    ] as const;
    for (const [kind, detail, words] of said) expect(detailText({ kind, detail })).toBe(words);
  });

  it('names the device that asked for a person', () => {
    const mac = '00:1B:5A:20:41:7E';
    const of = (detail: string) => detailText({ kind: 'access', detail });
    expect(of(`wiegand ${mac}`)).toBe(`Wiegand device ${mac}`);
    expect(of(`3 antiPassback bluetooth ${mac}`)).toBe(
      `rule 3 · Entered or left twice in a row · Bluetooth device ${mac}`,
    );
    expect(of(`+17 bluetooth ${mac}`)).toBe(`and 17 more like it · Bluetooth device ${mac}`);
    expect(detailText({ kind: 'remoteOpen', detail: `admin: wiegand ${mac}` })).toBe(`admin: wiegand ${mac}`);
  });

  it('stands as it is of all others', () => {
    expect(detailText({ kind: 'remoteOpen', detail: 'admin: Parcel' })).toBe('admin: Parcel');
  });
});

describe('when it was', () => {
  it('has its day as soon as that is over, by the clock of the terminal', () => {
    const noon = Date.parse('2026-11-23T12:00:00Z');
    expect(recentMoment({ time: noon, offset: 0 }, noon + 60_000)).toBe('12:00:00');
    expect(recentMoment({ time: noon, offset: 0 }, noon + 12 * 3_600_000)).toBe('Nov 23, 12:00:00');
    expect(recentMoment({ time: noon, offset: 660 }, noon + 2 * 3_600_000)).toBe('Nov 23, 23:00:00');
  });
});
