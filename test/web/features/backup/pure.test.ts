import type { SettingDifference } from '@gen/backup.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../../web/app/routes.tsx';
import {
  byPage,
  isWhole,
  nameOf,
  pageTitle,
  tickedAtFirst,
  valueWords,
  whyNot,
} from '../../../../web/features/backup/differences.ts';
import { backupName } from '../../../../web/features/backup/names.ts';
import { madePassphrase } from '../../../../web/features/backup/passphrase.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSiteMap } from '../../../../web/lib/siteMap.ts';

beforeAll(async () => {
  await activateLanguage('en');
  setSiteMap(routes);
});

const differs = (page: string, setting: string, code = 0): SettingDifference => ({
  page,
  setting,
  before: '',
  after: '',
  code,
});

describe('a passphrase that is made up', () => {
  it('has 20 signs of 32 in five groups, each sign as likely as any other', () => {
    const seen = new Map<string, number>();
    for (let octet = 0; octet < 256; octet++) {
      const text = madePassphrase((into) => into.fill(octet));
      expect(text).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/);
      const [sign = ''] = text;
      seen.set(sign, (seen.get(sign) ?? 0) + 1);
    }
    expect(seen.size).toBe(32);
    expect([...seen.values()].every((count) => count === 8)).toBe(true);
    for (const unclear of ['l', 'o', '0', '1']) expect(seen.has(unclear)).toBe(false);
  });

  it('is another one each time', () => {
    expect(new Set(Array.from({ length: 50 }, () => madePassphrase())).size).toBe(50);
  });
});

it('a backup is called as the terminal calls it', () => {
  expect(backupName('PT-7K3MQ4ZX2N', new Date(2026, 10, 4, 6, 5))).toBe('postern-PT-7K3MQ4ZX2N-2026-11-04-0605.backup');
});

describe('what a settings file would change', () => {
  it('stands page by page in the order of the console, unknown pages last', () => {
    const found = byPage([
      differs('Later', '', 7),
      differs('KaoqinParam', 'a'),
      differs('Ethernet', 'mode'),
      differs('KaoqinParam', 'b'),
    ]);
    expect(found.map(({ pair, rows }) => [pair, rows.length])).toEqual([
      ['Ethernet', 1],
      ['KaoqinParam', 2],
      ['Later', 1],
    ]);
  });

  it('is ticked but for what may cut off, what makes a terminal itself, and pages with a refusal', () => {
    const found = byPage([
      differs('Ethernet', 'mode'),
      differs('RestParam', 'restOn'),
      differs('MachineParam', 'deviceName'),
      differs('MachineParam', 'volume'),
      differs('TimeParam', 'language'),
      differs('PrintParam', 'on'),
      differs('PrintParam', 'baud', 12_345),
      differs('Later', '', 12_345),
    ]);
    expect(tickedAtFirst(found)).toEqual(['TimeParam']);
    expect(found.filter(isWhole).map(({ pair }) => pair)).toEqual([
      'Ethernet',
      'RestParam',
      'MachineParam',
      'TimeParam',
    ]);
    expect(tickedAtFirst(byPage([differs('MachineParam', 'volume')]))).toEqual(['MachineParam']);
  });

  it.each([
    ['MachineParam', 'volume', '5', '5'],
    ['PrintParam', 'on', 'true', 'On'],
    ['AccessControl', 'relayDelay', '9', '9'],
    ['AccessControl', 'passbackReset', '1440', 'Never'],
    ['BackupParam', 'plan', 'weekly', 'Every Sunday'],
    ['TimeParam', 'language', 'es', 'Español'],
    ['StatusChangeInfo', 'in', '1440,480,1440,1440,1440,1440,1440', /^Never, 08:00, .*Never$/],
    ['IdentifyParam', 'identifyFactors', 'card,finger', /^Card and Finger$/],
    ['MachineParam', 'deviceName', '', 'Empty'],
    ['MachineParam', 'deviceName', '5', '5'],
    ['Later', 'x', 'as it is', 'as it is'],
    ['PrintParam', 'on', 'maybe', 'maybe'],
    ['MachineParam', 'volume', 'loud', 'loud'],
  ])('%s.%s %j is written %s', (page, setting, text, words) => {
    const written = valueWords({ page, setting }, text);
    if (words instanceof RegExp) expect(written).toMatch(words);
    else expect(written).toBe(words);
  });

  it('has the names of its pages and settings, and says why not', () => {
    expect(pageTitle('MachineParam')).toBe('Device');
    expect(pageTitle('Later')).toBe('Later');
    expect(nameOf({ page: 'MachineParam', setting: 'volume' })).toBe('Volume');
    expect(nameOf({ page: 'Later', setting: 'x' })).toBe('x');
    expect(whyNot(differs('BackupParam', 'plan', 12_125))).toBe('Copies: This terminal was given no folder for copies');
    expect(whyNot(differs('BackupParam', '', 12_125))).toBe('This terminal was given no folder for copies');
  });
});
