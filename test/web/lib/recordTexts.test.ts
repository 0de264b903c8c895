/* What a line of the log says besides. */
import { beforeAll, describe, expect, it } from 'vitest';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { detailText, freeCard, recentMoment, unreadFrame } from '../../../web/lib/recordTexts.ts';

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
      ['access', 'hours:08:00-17:00 early:3', 'allowed 08:00–17:00 · 3 min too early'],
      ['access', 'hours:22:00-06:00 late:60', 'allowed 22:00–06:00 · 1 h 0 min too late'],
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

  it('has the card that nobody has, and says whether somebody can be given it', () => {
    const bus = 'wiegand 00:1B:5A:20:41:7E';
    const lines = [
      ['card:208953', 'Card 0000 208 953', '208953'],
      [`card:208953 ${bus}`, 'Card 0000 208 953 · Wiegand device 00:1B:5A:20:41:7E', '208953'],
      ['+17 card:208953', 'and 17 more like it · Card 0000 208 953', '208953'],
      ['card:134529 random', 'Card 0000 134 529 · number changes each time', undefined],
      ['random', 'number changes each time', undefined],
      ['card:4294967295', 'Card 4294 967 295', '4294967295'],
      ['card:9007199254740993', 'Card 9 007 199 254 740 993', '9007199254740993'],
      ['card:72057594037927935', 'Card 72 057 594 037 927 935', '72057594037927935'],
      ['card:72057594037927936', 'Card 72 057 594 037 927 936', undefined],
      ['', '', undefined],
    ] as const;
    for (const [detail, words, card] of lines) {
      expect(detailText({ kind: 'access', detail })).toBe(words);
      expect(freeCard({ kind: 'access', userid: 0, detail }), detail).toBe(card);
    }
    expect(freeCard({ kind: 'remoteOpen', userid: 0, detail: 'card:5' })).toBeUndefined();
  });

  it('has the bits of a frame that no format fits', () => {
    const bits = '0000001001101001010101000110010011101';
    const of = (detail: string) => detailText({ kind: 'access', detail });
    const shown = 'Wiegand frame of 37 bits: 00000010 01101001 01010100 01100100 11101';
    expect(of(`frame:${bits}`)).toBe(shown);
    expect(of(`+17 frame:${bits}`)).toBe(`and 17 more like it · ${shown}`);
    expect(unreadFrame({ kind: 'access', detail: `+17 frame:${bits}` })).toBe(bits);
    expect(freeCard({ kind: 'access', userid: 0, detail: `frame:${bits}` })).toBeUndefined();
    for (const detail of ['', 'card:5', 'frame:0102', 'xframe:0'])
      expect(unreadFrame({ kind: 'access', detail })).toBeUndefined();
    expect(unreadFrame({ kind: 'remoteOpen', detail: `frame:${bits}` })).toBeUndefined();
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
