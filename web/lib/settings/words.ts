/** Texts of settings: labels, help texts and values. The build requires a label for each setting and a text for each value. */
import { NEVER } from '../dayMinute.ts';
import { formatList, formatMinute, formatNumber, ltr, t, textOf } from '../i18n.ts';

/** Label of a setting. */
export function settingLabel(pair: string, name: string): string {
  return textOf(`setting.${pair}.${name}`) ?? name;
}

/** One line below the control, if the catalogue has one. */
export function settingHelp(pair: string, name: string): string | undefined {
  return textOf(`setting.${pair}.${name}.help`);
}

/** A value of an enumeration. */
export function enumWord(enumeration: string, value: string): string {
  return textOf(`enum.${enumeration}.${value}`) ?? value;
}

/** Name of a unit of the contract; units that are the same in all languages are not translated. */
export function unitWord(unit: string): string {
  return textOf(`unit.${unit}`) ?? unit;
}

/** A number with its unit: the number runs from left to right, and so does the whole unless the unit is a word. */
export function measureText(figure: string, unit: string): string {
  const word = unitWord(unit);
  return /\p{Script=Arabic}/u.test(word) ? `${ltr(figure)} ${word}` : ltr(`${figure} ${word}`);
}

/** Range of a number: "0 to 250". */
export function rangeText({ min, max }: { readonly min: number; readonly max: number }): string {
  return t('settings.range', { min: formatNumber(min), max: formatNumber(max) });
}

/** The part of a setting's declaration needed to format a value. */
export interface Written {
  readonly kind: string;
  readonly enum?: string | undefined;
  readonly unit?: string | undefined;
}

/** Tenths of a degree Celsius. */
const TENTHS = '0.1 °C';

/** Minutes of the day, 1440 for never. */
export const DAY_MINUTE = 'dayMinute';

/** A value as text, for lists of changes. */
export function valueText(field: Written, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('settings.on') : t('settings.off');
  const word = (one: unknown): string => (field.enum === undefined ? String(one) : enumWord(field.enum, String(one)));
  if (Array.isArray(value)) return value.length === 0 ? t('settings.none') : formatList(value.map(word));
  if (typeof value === 'number') {
    if (field.unit === TENTHS) return t('records.degrees', { value: (value / 10).toFixed(1) });
    if (field.unit === DAY_MINUTE) return value >= NEVER ? t('settings.never') : formatMinute(value);
    const figure = formatNumber(value);
    return field.unit === undefined ? figure : measureText(figure, field.unit);
  }
  return value === '' || value === undefined ? t('settings.empty') : word(value);
}
