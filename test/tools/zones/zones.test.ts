import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clockOf } from '../../../tools/zones/clocks.ts';
import { parseFooter } from '../../../tools/zones/footer.ts';
import { namesOf, offeredNames, versionOf } from '../../../tools/zones/names.ts';
import { readZone } from '../../../tools/zones/tzif.ts';

const since = Date.UTC(2000, 0, 1) / 1000;
const zoneOf = (name: string) => readZone(readFileSync(`/usr/share/zoneinfo/${name}`), since);
const at = (iso: string): number => Date.parse(iso) / 1000;

describe('a footer', () => {
  test.each([
    ['EST5EDT,M3.2.0,M11.1.0', -300, 60, { month: 3, week: 2, weekday: 0, minute: 120 }],
    ['<+1030>-10:30<+11>-11,M10.1.0,M4.1.0', 630, 30, { month: 10, week: 1, weekday: 0, minute: 120 }],
    ['<-02>2<-01>,M3.5.0/-1,M10.5.0/0', -120, 60, { month: 3, week: 5, weekday: 0, minute: -60 }],
    ['EET-2EEST,M3.4.4/50,M10.4.4/50', 120, 60, { month: 3, week: 4, weekday: 4, minute: 3000 }],
    ['<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45', 765, 60, { month: 9, week: 5, weekday: 0, minute: 165 }],
  ])('%s', (text, standard, change, start) => {
    expect(parseFooter(text)).toMatchObject({ standard, change, start, isInverted: false });
  });

  test('that calls winter daylight saving is read the other way round', () => {
    const irish = parseFooter('IST-1GMT0,M10.5.0,M3.5.0/1');
    expect(irish).toMatchObject({ standard: 0, change: 60, isInverted: true });
    expect(irish.start).toEqual({ month: 3, week: 5, weekday: 0, minute: 60 });
    expect(irish.end).toEqual({ month: 10, week: 5, weekday: 0, minute: 120 });
  });

  test('of another form is refused', () => {
    expect(() => parseFooter('EST5EDT,J60,J300')).toThrow('footer');
  });
});

describe('a clock', () => {
  test('of a rule that never changed is that rule', () => {
    expect(clockOf(zoneOf('Europe/Madrid'))).toMatchObject({ changes: [], after: { standard: 60, change: 60 } });
  });

  test('has the changes that no rule gives', () => {
    const { first, changes, after } = clockOf(zoneOf('Pacific/Apia'));
    expect(first).toMatchObject({ offset: -660, isDst: false });
    expect(changes).toContainEqual({ at: at('2011-12-30T10:00:00Z'), offset: 840, isDst: true });
    expect(after).toEqual({ standard: 780, change: 0, isInverted: false });
  });

  test('knows no negative daylight saving', () => {
    const morocco = clockOf(zoneOf('Africa/Casablanca'));
    const ramadan = morocco.changes.filter((change) => change.at > at('2019-01-01T00:00:00Z'));
    expect(ramadan.length).toBeGreaterThan(10);
    expect(ramadan.some(({ isDst }) => isDst)).toBe(false);
  });
});

describe('names', () => {
  const source =
    '# version 2025b\nZ Asia/Kolkata 5:30 - IST\nL Asia/Kolkata Asia/Calcutta\nZ Etc/UTC 0 - UTC\nL Etc/UTC UTC\n';

  test('are those of today and the links to them, without what is no place', () => {
    expect(namesOf(source, offeredNames('#code\nIN\t+2232\tAsia/Kolkata\n'))).toEqual([
      { name: 'Asia/Calcutta', canonical: 'Asia/Kolkata', isOffered: false },
      { name: 'Asia/Kolkata', canonical: 'Asia/Kolkata', isOffered: true },
    ]);
    expect(versionOf(source)).toBe('2025b');
  });
});
