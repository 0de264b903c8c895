/** Texts for an audit entry: its object, the action, and the differences. */
import { type AuditEntry, functionGroupWords } from '@gen/accounts.ts';
import { type SettingKind, settingKinds } from '@gen/settingKinds.ts';
import { groupText } from '../../../lib/groupNames.ts';
import { formatDay, formatList, formatMoment, formatNumber, ltr, t, textOf } from '../../../lib/i18n.ts';
import { settingPages, type TitledPair } from '../../../lib/settingPages.ts';
import { settingLabel, valueText } from '../../../lib/settings/words.ts';
import { sizeText } from '../../../lib/sizeText.ts';
import { bulkLabel, bulkWord } from './auditBulk.ts';
import { ruleLabel, ruleWord } from './auditRules.ts';

const SETTING = /^setting (\w+)\.(\w+)$/;

function settingOf(object: string): { page: TitledPair; kind: SettingKind | undefined; name: string } | undefined {
  const [, pair, name = ''] = SETTING.exec(object) ?? [];
  const page = settingPages.find((one) => one.pair === pair);
  return page && { page, kind: settingKinds[page.pair]?.[name], name };
}

/** "Volume (Device)", "User 7"; an object without a text is shown as the terminal wrote it. */
export function objectText(object: string): string {
  const setting = settingOf(object);
  if (setting)
    return t('audit.settingOf', {
      setting: settingLabel(setting.page.pair, setting.name),
      page: t(setting.page.title),
    });
  const [word = '', ...rest] = object.split(' ');
  const number = rest.join(' ');
  if (word === 'settings') {
    const page = settingPages.find(({ pair }) => pair === number);
    if (page) return t(page.title);
  }
  if (object === 'REST key' || word === 'REST') return t('audit.object.key', { number: rest.slice(1).join(' ') });
  switch (word) {
    case 'time':
      return t('rules.zoneNumber', { number: rest.slice(1).join(' ') });
    case 'period':
      return t('audit.object.period', { number: rest.slice(1).join(' ') });
    case 'group':
      return t('users.groupNumber', { group: number });
    case 'holiday':
      return t('audit.object.holiday', { number });
    case 'shift':
      return t('audit.object.shift', { number });
    case 'user':
      return t('audit.object.user', { number });
    case 'level':
      return t('audit.object.level', { number });
    case 'account':
      return t('audit.object.account', { number });
    case 'session':
      return t('audit.object.session', { number });
    case 'alarm':
      return t('audit.object.alarm', { number });
    case 'log':
      return number === '' ? t('audit.thing.log') : t('audit.object.log', { number });
    case 'browser':
      return t('audit.object.browser', { number });
    default:
      return thingText(object, word, rest);
  }
}

/** Objects without a number: there is only one of their kind, or an address follows. */
function thingText(object: string, word: string, rest: readonly string[]): string {
  const of = rest.at(-1) ?? '';
  switch (`${word} ${rest[0] ?? ''}`) {
    case 'shifts of':
      return rest[1] === 'user' ? t('audit.object.shiftsOfUser', { of }) : t('audit.object.shiftsOfGroup', { of });
    case 'leave of':
      return t('audit.object.leave', { of });
    case 'punch of':
      return t('audit.object.punch', { of });
    case 'bluetooth device':
      return t('audit.object.bluetooth', { number: ltr(rest.slice(1).join(' ')) });
    case 'wiegand device':
      return t('audit.object.wiegand', { number: ltr(rest.slice(1).join(' ')) });
    default:
      if (word === 'passback' && rest.length > 0) return t('audit.object.passback', { number: rest.join(' ') });
      return textOf(`audit.thing.${object}`) ?? object;
  }
}

/** The action: the call's own text if there is one, otherwise derived from the values before and after. */
export function actText({ call, before, after, cut }: AuditEntry): string {
  const own = textOf(`audit.call.${call}`);
  if (own !== undefined) return own;
  if (!cut && before === '' && after !== '') return t('audit.added');
  if (!cut && before !== '' && after === '') return t('audit.deleted');
  return t('audit.changed');
}

export interface Difference {
  label: string;
  /** null: there was none, or it was not recorded. */
  before: string | null;
  after: string | null;
}

/** A JSON object of an entry; any other text counts as empty. */
function membersOf(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The differences, field by field, with the labels of their page. */
export function differences(entry: AuditEntry): Difference[] {
  const before = membersOf(entry.before);
  const after = membersOf(entry.after);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const one = {
      label: labelOf(entry.object, name),
      before: name in before ? wordOf(entry.object, name, before[name]) : null,
      after: name in after ? wordOf(entry.object, name, after[name]) : null,
    };
    const alone = one.before === null ? after[name] : one.after === null ? before[name] : undefined;
    /* Of an added or deleted object, only the fields that were recorded. */
    return one.before === one.after || isNothing(alone) ? [] : [one];
  });
}

const isNothing = (value: unknown): boolean =>
  value === '' || value === 0 || value === '0' || (Array.isArray(value) && value.length === 0);

function labelOf(object: string, name: string): string {
  const setting = settingOf(object);
  if (setting) return settingLabel(setting.page.pair, name);
  const known = object.startsWith('user ') ? textOf(`field.User.${name}`) : undefined;
  if (known !== undefined) return known;
  if (functionGroupWords.some((group) => group === name)) return textOf(`roles.group.${name}`) ?? name;
  return ruleLabel(object, name) ?? bulkLabel(object, name) ?? textOf(`audit.field.${name}`) ?? name;
}

function wordOf(object: string, name: string, value: unknown): string {
  const setting = settingOf(object);
  if (setting?.kind && setting.kind.secret !== true) return valueText(setting.kind, value);
  const rule = ruleWord(object, name, value) ?? bulkWord(object, name, value, USER_WORDS);
  if (rule !== undefined) return rule;
  if (typeof value === 'boolean') return value ? t('settings.on') : t('settings.off');
  if (typeof value === 'number') return numberWord(object, name, value);
  if (Array.isArray(value))
    return value.length === 0 ? t('settings.none') : formatList(value.map((one) => factorWord(one)));
  if (typeof value !== 'string') return JSON.stringify(value);
  return textWord(object, name, value);
}

/** Belongs to no user. */
const ANY_USER = 'user -';
const USER_WORDS = {
  label: (name: string) => labelOf(ANY_USER, name),
  word: (name: string, value: unknown) => wordOf(ANY_USER, name, value),
};

/** Identifiers are written without thousands separators. */
const NAMES: readonly string[] = ['userid', 'machine', 'group'];

function numberWord(object: string, name: string, value: number): string {
  if (name === 'time' || name === 'notAfter' || name === 'made') return formatMoment(value);
  if (name === 'photo') return sizeText(value);
  if (name === 'group' && object.startsWith('user ')) return groupText(value);
  return NAMES.includes(name) ? String(value) : formatNumber(value);
}

function textWord(object: string, name: string, value: string): string {
  if (value === '') return t('settings.empty');
  if (object.startsWith('alarm ')) return textOf(`enum.RecordKind.${value}`) ?? value;
  if (object.startsWith('log ')) return textOf(`enum.DebugLevel.${value}`) ?? value;
  if (object.startsWith('level ')) return textOf(`roles.right.${value}`) ?? value;
  if (object === 'machine' && name === 'data') return textOf(`up.data.${value}`) ?? value;
  switch (name) {
    case 'identifyMode':
      return textOf(`users.mode.${value}`) ?? value;
    case 'mode':
      return textOf(`enum.MachineMode.${value}`) ?? value;
    case 'status':
      return textOf(`enum.RecordStatus.${value}`) ?? value;
    case 'command':
      return textOf(`access.command.${value}`) ?? value;
    case 'origin':
      return textOf(`enum.BackupOrigin.${value}`) ?? value;
    case 'factor':
    case 'enrols':
      return factorWord(value);
    default:
      return DAY.test(value) ? formatDay(value) : (textOf(`audit.word.${value}`) ?? value);
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/;

const factorWord = (value: unknown): string => textOf(`enum.Factor.${String(value)}`) ?? String(value);

/** The account as text. */
export function accountText(account: string): string {
  return account === '-' ? t('audit.nobody') : account;
}

/** The source as text. */
export function peerText(peer: string): string {
  if (peer === '-') return t('audit.terminal');
  return peer === 'keypad' ? t('audit.keypad') : peer;
}
