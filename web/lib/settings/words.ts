/** Words of settings: labels, helps and values. The build demands a label for each setting and a word for each value. */
import type { SettingField as Field } from '@gen/runtime.ts';
import { formatList, formatNumber, t, textOf } from '../i18n.ts';

/** What a setting is called. */
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

/** What a unit of the contract is called; those that are the same everywhere stand as they are. */
export function unitWord(unit: string): string {
  return textOf(`unit.${unit}`) ?? unit;
}

/** Range of a number: «0 to 250». */
export function rangeText({ min, max }: { readonly min: number; readonly max: number }): string {
  return t('settings.range', { min: formatNumber(min), max: formatNumber(max) });
}

/** A value as text, for lists of changes. */
export function valueText(field: Field, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('settings.on') : t('settings.off');
  if (field.kind === 'enum') return enumWord(field.enum, String(value));
  if (Array.isArray(value)) {
    if (value.length === 0) return t('settings.none');
    return formatList(value.map((one) => (field.kind === 'flags' ? enumWord(field.enum, String(one)) : String(one))));
  }
  if (typeof value === 'number') {
    const unit = field.kind === 'int' && field.unit !== undefined ? ` ${unitWord(field.unit)}` : '';
    return `${formatNumber(value)}${unit}`;
  }
  return value === '' || value === undefined ? t('settings.empty') : String(value);
}
