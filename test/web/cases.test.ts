/* Rules that the terminal checks too: its unit test (test/unit/core/start/test_cases.c) reads the same cases. */
import { functionGroupWords, type LevelRights, rightWords } from '@gen/accounts.ts';
import { accessControl, identifyParam } from '@gen/door.ts';
import { cloudParam, commMode, ethernet, restParam, wirless } from '@gen/network.ts';
import { dateTimeParam, type PunchStatus, punchStatusWords } from '@gen/time.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { brokenPassphraseRule, brokenRule } from '../../web/features/accounts/password/passwordRules.ts';
import { tooLow } from '../../web/features/accounts/roles/rights.ts';
import { checkFactors } from '../../web/features/door/factorsCheck.ts';
import { checkWiegand } from '../../web/features/door/wiegandCheck.ts';
import { checkAddresses } from '../../web/features/network/link/addressCheck.ts';
import { checkCloud, checkServer, checkWebhook } from '../../web/features/network/link/linkCheck.ts';
import { checkWifi } from '../../web/features/network/wifi/wifiCheck.ts';
import { type Starts, weekOf } from '../../web/features/time/schedule.ts';
import { checkServers } from '../../web/features/time/serversCheck.ts';
import { readCardNumber } from '../../web/lib/cardNumber.ts';
import { NEVER } from '../../web/lib/dayMinute.ts';
import { activateLanguage } from '../../web/lib/i18n.ts';
import cardsFile from '../cases/cards.json';
import passwordsFile from '../cases/passwords.json';
import rolesFile from '../cases/roles.json';
import scheduleFile from '../cases/schedule.json';
import settingsFile from '../cases/settings.json';

interface SettingCase {
  readonly refused: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

const settings = settingsFile as unknown as { pages: Readonly<Record<string, readonly SettingCase[]>> };
const schedule = scheduleFile as unknown as {
  weeks: readonly {
    about: string;
    starts: Partial<Starts>;
    at: readonly (readonly [number, number, PunchStatus])[];
  }[];
};
const roles = rolesFile as unknown as {
  tables: readonly { rights: Readonly<Record<string, string>>; refused: readonly [number, string] | null }[];
};

/* The values are whole: the cases have them over those of the factory. */
const pages = [ethernet, wirless, commMode, cloudParam, restParam, dateTimeParam, identifyParam, accessControl];
const checks: Readonly<Record<string, (values: never) => Readonly<Record<string, string | undefined>>>> = {
  Ethernet: checkAddresses,
  Wirless: (values) => checkWifi(values, () => false),
  CommMode: checkServer,
  CloudParam: checkCloud,
  RestParam: checkWebhook,
  DateTimeParam: checkServers,
  IdentifyParam: checkFactors,
  AccessControl: checkWiegand,
};

function refusedOf(pair: string, values: object): string[] {
  const factory = pages.find((page) => page.pair === pair)?.fields.map(({ name, ...field }) => [name, field.default]);
  return Object.keys(checks[pair]?.({ ...Object.fromEntries(factory ?? []), ...values } as never) ?? {});
}

beforeAll(() => activateLanguage('en'));

it('every page with a rule of the console has its cases', () => {
  expect(Object.keys(settings.pages).sort()).toEqual(Object.keys(checks).sort());
  expect(pages.map(({ pair }) => pair).sort()).toEqual(Object.keys(checks).sort());
});

describe.each(Object.entries(settings.pages))('%s', (pair, cases) => {
  it.each(cases)('refuses $refused of $values', ({ refused, values }) => {
    const found = refusedOf(pair, values);
    // The terminal names the first field, the console each at once.
    expect(refused === null ? found.length : found.includes(refused)).toBe(refused === null ? 0 : true);
  });
});

describe('the week of the statuses', () => {
  const none = Array.from({ length: 7 }, () => NEVER);
  const empty = Object.fromEntries(punchStatusWords.map((status) => [status, none])) as unknown as Starts;

  it.each(schedule.weeks)('$about', ({ starts, at }) => {
    const week = weekOf({ ...empty, ...starts });
    expect(week.every((day) => day.length === 0)).toBe(at.length === 0);
    for (const [day, minute, status] of at) {
      const segment = week[day]?.find(({ from, to }) => minute >= from && minute < to);
      expect(segment?.status, `day ${day}, minute ${minute}`).toBe(status);
    }
  });
});

describe('the order of the levels', () => {
  const rightOf = (letters: string | undefined, level: number) =>
    rightWords.find((right) => right.startsWith(letters?.[level - 1] ?? 'n')) ?? 'none';

  it.each(roles.tables)('$rights', ({ rights, refused }) => {
    const levels = Array.from({ length: 15 }, (_, index): LevelRights => {
      const own = functionGroupWords.map((group) => [group, rightOf(rights[group], index + 1)]);
      return { level: index + 1, accounts: 0, ...Object.fromEntries(own) } as LevelRights;
    });
    const first = tooLow(levels, {})[0];
    expect(first === undefined ? null : [first.level, first.group]).toEqual(refused);
  });
});

describe('the rules of passwords', () => {
  // The list of well-known codes is the terminal's alone.
  it.each(passwordsFile.passwords)('$password of $account: $refused', ({ password, account, refused }) => {
    expect(brokenRule(password, account) ?? null).toBe(refused === 'known' ? null : refused);
  });

  it.each(passwordsFile.passphrases)('$passphrase: $refused', ({ passphrase, refused }) => {
    expect(brokenPassphraseRule(passphrase) ?? null).toBe(refused);
  });
});

describe('card numbers as people write them', () => {
  it.each(cardsFile.cards)('$text: $readings $error', ({ text, readings, error }) => {
    expect(readCardNumber(text)).toEqual(error === null ? { readings } : { readings, error });
  });
});
