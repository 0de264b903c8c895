/** Errors in a value before it is sent, in the reader's language; the limits are the contract's. */
import { checkRequest, type IntSetting, type SettingField, type SettingsPage, type TextSetting } from '@gen/runtime.ts';
import type { Complaint, Complaints } from '../form/useForm.ts';
import { errorText, formatNumber, t } from '../i18n.ts';
import type { Edits } from './values.ts';

/** Errors in edits by the name of their setting. */
export function checkEdits<Values extends object, State, Act extends object>(
  page: SettingsPage<Values, State, Act>,
  edits: Edits<Values>,
): Complaints {
  const complaints: Record<string, Complaint> = {};
  for (const [path, code] of Object.entries(checkRequest(page.write, edits))) {
    const name = /^[^.[]*/.exec(path)?.[0] ?? '';
    const field = page.fields.find((one) => one.name === name);
    if (field) complaints[name] ??= complaintOf(field, (edits as Record<string, unknown>)[name], code);
  }
  return complaints;
}

function complaintOf(field: SettingField, value: unknown, code: number): Complaint {
  if (field.kind === 'int') return numberComplaint(field, value);
  if (field.kind === 'text' && typeof value === 'string') return textComplaint(field, value, code);
  return { text: errorText(code), atOnce: true };
}

function numberComplaint(field: IntSetting, value: unknown): Complaint {
  if (typeof value !== 'number' || Number.isNaN(value)) return { text: t('settings.required'), atOnce: false };
  const { min, max, step = 1 } = field;
  const limits = { min: formatNumber(min), max: formatNumber(max) };
  if (value < min || value > max) return { text: t('settings.outOfRange', limits), atOnce: value > max };
  return { text: t('settings.step', { step: formatNumber(step) }), atOnce: false };
}

function textComplaint(field: TextSetting, value: string, code: number): Complaint {
  const { min, max, format } = field;
  const length = [...value].length;
  if (value === '') return { text: t('settings.required'), atOnce: false };
  if (length > max) return { text: t('settings.tooLong', { max, length }), atOnce: true };
  if (format !== undefined) return { text: t(`settings.format.${format}`), atOnce: false };
  if (length < min) return { text: t('settings.tooShort', { min }), atOnce: false };
  return { text: errorText(code), atOnce: true };
}
