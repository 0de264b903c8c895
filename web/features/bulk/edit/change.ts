/** One change for many users: what is typed, and what of it is sent. Pure. */
import type { BulkChange, BulkEditRequest } from '@gen/bulk.ts';
import { bulkEditLimits } from '@gen/bulk.ts';
import type { Factor, IdentifyMode } from '@gen/users.ts';
import { t } from '../../../lib/i18n.ts';
import { eachText, type FieldWith, type TextWith, textsWith } from '../../../lib/userFields.ts';

/** Whom it is about: these, or all that search and filters of the list find. */
export type Whom = Omit<BulkEditRequest, 'change'>;

/** Factors go with their mode. */
export type Changeable = Exclude<FieldWith<'edit'>['name'], 'identifyFactors'>;

const TEXTS = textsWith('edit');
export const CHANGEABLE: readonly Changeable[] = [
  'group',
  'shift',
  'identifyMode',
  'level',
  'validFrom',
  'validTo',
  ...TEXTS.map(({ name }) => name),
];

type Texts = { readonly [F in TextWith<'edit'> as F['name']]: string };

export interface ChangeForm extends Texts {
  /** What is ticked; the rest stays as it is. */
  readonly ticked: readonly Changeable[];
  readonly group: number;
  readonly shift: number;
  readonly identifyMode: IdentifyMode;
  readonly identifyFactors: readonly Factor[];
  readonly level: number;
  readonly validFrom: string;
  readonly validTo: string;
}

export const NO_CHANGE: ChangeForm = {
  ...eachText(TEXTS, () => ''),
  ticked: [],
  group: 1,
  shift: 0,
  identifyMode: 'device',
  identifyFactors: [],
  level: 0,
  validFrom: '',
  validTo: '',
};

/** What is ticked; factors count only where they are in force. */
export function changeOf(form: ChangeForm): BulkChange {
  const change = Object.fromEntries(form.ticked.map((name) => [name, form[name]])) as BulkChange;
  return change.identifyMode === 'all' ? { ...change, identifyFactors: form.identifyFactors } : change;
}

export type ChangeErrors = Partial<Record<keyof ChangeForm, string>>;

export function complaintsOf(form: ChangeForm): ChangeErrors {
  const { identifyMode, identifyFactors, validFrom, validTo } = changeOf(form);
  const isEndless = !validFrom || !validTo;
  return {
    ...(form.ticked.length === 0 ? { ticked: t('bulk.tickOne') } : {}),
    ...(identifyMode === 'all' && identifyFactors?.length === 0 ? { identifyFactors: t('users.factorRequired') } : {}),
    ...(isEndless || validFrom <= validTo ? {} : { validTo: t('users.validOrder') }),
  };
}

/** More than one call names are chosen one by one. */
export function areTooMany({ userids }: Whom): boolean {
  return (userids?.length ?? 0) > bulkEditLimits.userids.maxItems;
}
