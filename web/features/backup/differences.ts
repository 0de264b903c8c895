/** Changes by a settings file, page by page, with the labels of the pages. Pure except for texts. */
import type { SettingDifference, SettingName } from '@gen/backup.ts';
import { settingKinds } from '@gen/settingKinds.ts';
import { errorText, formatList, languages, t } from '../../lib/i18n.ts';
import { pageOfPair, settingPages } from '../../lib/settingPages.ts';
import { DAY_MINUTE, settingLabel, valueText } from '../../lib/settings/words.ts';

export interface PageDifferences {
  readonly pair: string;
  readonly rows: readonly SettingDifference[];
  /** A setting is refused, and with it the page, because a page is saved as a whole. */
  readonly refused: number;
  /** Why it is not selected by default. */
  readonly care: 'cutsOff' | 'identity' | undefined;
}

/** Settings that identify this terminal. */
const identity: readonly string[] = ['deviceName', 'deviceNumber'];

const isKnown = (pair: string): boolean => settingPages.some((page) => page.pair === pair);

/** The pages in the order of the console; unknown ones last. */
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

/** Can be applied. */
export const isWhole = ({ refused }: PageDifferences): boolean => refused === 0;

/** Selected by default. */
export function tickedAtFirst(pages: readonly PageDifferences[]): string[] {
  return pages.filter((page) => isWhole(page) && page.care === undefined).map(({ pair }) => pair);
}

export const isNetwork = (pair: string): boolean => pageOfPair(pair)?.group === 'network';

/** Title of the page with the settings; an unknown page has its name from the file. */
export function pageTitle(pair: string): string {
  const page = settingPages.find((one) => one.pair === pair);
  return page ? t(page.title) : pair;
}

export function nameOf({ page, setting }: SettingName): string {
  return isKnown(page) && setting !== '' ? settingLabel(page, setting) : setting;
}

/** A value as text; the terminal writes it as it is typed: true, 3, a word, words or numbers separated by commas. */
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

/** A language has its own name. */
function languageName(enumeration: string | undefined, code: string): string | undefined {
  return enumeration === 'Language' ? languages.find((one) => one.code === code)?.name : undefined;
}

function numberWords(kind: Parameters<typeof valueText>[0], text: string): string {
  return /^-?\d+$/.test(text) ? valueText(kind, Number(text)) : text;
}

/** Why a page or a setting is not applied, with the setting concerned. */
export function whyNot({ page, setting, code }: SettingDifference): string {
  const why = errorText(code);
  return setting === '' ? why : t('settingsFile.failedPage', { page: nameOf({ page, setting }), why });
}
