/** What a settings file would change, page by page, in the words of the pages. Pure but for the words. */
import type { SettingDifference, SettingName } from '@gen/backup.ts';
import { settingKinds } from '@gen/settingKinds.ts';
import { errorText, formatList, languages, t } from '../../lib/i18n.ts';
import { pageOfPair, settingPages } from '../../lib/settingPages.ts';
import { DAY_MINUTE, settingLabel, valueText } from '../../lib/settings/words.ts';

export interface PageDifferences {
  readonly pair: string;
  readonly rows: readonly SettingDifference[];
  /** Something of it is refused, and with it the page: it is saved as a whole. */
  readonly refused: number;
  /** Why it is not ticked by itself. */
  readonly care: 'cutsOff' | 'identity' | undefined;
}

/** What makes a terminal this one and no other. */
const identity: readonly string[] = ['deviceName', 'deviceNumber'];

const isKnown = (pair: string): boolean => settingPages.some((page) => page.pair === pair);

/** The pages in the order of the console; those that nobody knows last. */
export function byPage(differences: readonly SettingDifference[]): PageDifferences[] {
  const pairs = [...new Set([...settingPages.map(({ pair }) => pair), ...differences.map(({ page }) => page)])];
  return pairs.flatMap((pair) => {
    const rows = differences.filter(({ page }) => page === pair);
    if (rows.length === 0) return [];
    return [{ pair, rows, refused: rows.filter(({ code }) => code !== 0).length, care: careOf(pair, rows) }];
  });
}

function careOf(pair: string, rows: readonly SettingDifference[]): PageDifferences['care'] {
  if (pageOfPair(pair)?.group === 'network') return 'cutsOff';
  return pair === 'MachineParam' && rows.some(({ setting }) => identity.includes(setting)) ? 'identity' : undefined;
}

/** Can be taken. */
export const isWhole = ({ refused }: PageDifferences): boolean => refused === 0;

/** Taken unless somebody says otherwise. */
export function tickedAtFirst(pages: readonly PageDifferences[]): string[] {
  return pages.filter((page) => isWhole(page) && page.care === undefined).map(({ pair }) => pair);
}

export const isNetwork = (pair: string): boolean => pageOfPair(pair)?.group === 'network';

/** Title of the page that has the settings; a page that nobody knows has the name the file gives it. */
export function pageTitle(pair: string): string {
  const page = settingPages.find((one) => one.pair === pair);
  return page ? t(page.title) : pair;
}

export function nameOf({ page, setting }: SettingName): string {
  return isKnown(page) && setting !== '' ? settingLabel(page, setting) : setting;
}

/** A value in words; the terminal writes it as one types it: true, 3, a word, words or numbers with commas between. */
export function valueWords({ page, setting }: SettingName, text: string): string {
  const kind = settingKinds[page]?.[setting];
  if (!kind) return text;
  switch (kind.kind) {
    case 'bool':
      return text === 'true' || text === 'false' ? valueText(kind, text === 'true') : text;
    case 'int':
      return numberWords(kind, text);
    case 'flags':
      return valueText(kind, text === '' ? [] : text.split(','));
    case 'array':
      /* Minutes at which a status starts. */
      return formatList(text.split(',').map((one) => numberWords({ kind: 'int', unit: DAY_MINUTE }, one)));
    default:
      return languageName(kind.enum, text) ?? valueText(kind, text);
  }
}

/** A language is called what it calls itself. */
function languageName(enumeration: string | undefined, code: string): string | undefined {
  return enumeration === 'Language' ? languages.find((one) => one.code === code)?.name : undefined;
}

function numberWords(kind: Parameters<typeof valueText>[0], text: string): string {
  return /^-?\d+$/.test(text) ? valueText(kind, Number(text)) : text;
}

/** Why a page or a setting is not taken, with the setting it is about. */
export function whyNot({ page, setting, code }: SettingDifference): string {
  const why = errorText(code);
  return setting === '' ? why : t('settingsFile.failedPage', { page: nameOf({ page, setting }), why });
}
