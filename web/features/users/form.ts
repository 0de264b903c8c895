/** The form of a user: what is typed, what of it differs from what is stored, and what cannot be right. */
import {
  adduserRequest,
  checkValue,
  editPwdLimits,
  type Factor,
  type IdentifyMode,
  adduserLimits as limits,
  type User,
} from '@gen/contract.ts';
import { typedSince } from '../../lib/form/edits.ts';
import { formatNumber, t } from '../../lib/i18n.ts';

export interface UserForm {
  userid: number | null;
  username: string;
  /** Digits as typed; empty for none, as is a lone 0. */
  cardno: string;
  password: string;
  confirm: string;
  removePassword: boolean;
  level: number;
  group: number;
  identifyMode: IdentifyMode;
  identifyFactors: readonly Factor[];
  shift: number;
  validFrom: string;
  validTo: string;
}

export type FieldName = keyof UserForm;
export type FieldErrors = Partial<Record<FieldName, string>>;

/** What of a user can be sent: the wire names of adduser and edituser. */
export interface UserChange {
  username?: string;
  cardno?: string;
  password?: string;
  level?: number;
  group?: number;
  identifyMode?: IdentifyMode;
  identifyFactors?: Factor[];
  shift?: number;
  validFrom?: string;
  validTo?: string;
}

export function formOf(user: User): UserForm {
  return {
    userid: user.userid,
    username: user.username,
    cardno: user.cardno === '0' ? '' : user.cardno,
    password: '',
    confirm: '',
    removePassword: false,
    level: user.level,
    group: user.group,
    identifyMode: user.identifyMode,
    identifyFactors: user.identifyFactors,
    shift: user.shift,
    validFrom: user.validFrom,
    validTo: user.validTo,
  };
}

/** A card number without what people type around it: blanks and leading zeros. */
export function cardOf(text: string): string {
  return text.replace(/\s/g, '').replace(/^0+(?=\d)/, '') || '0';
}

const sameFactors = (a: readonly Factor[], b: readonly Factor[]): boolean =>
  a.length === b.length && a.every((factor) => b.includes(factor));

const sameValue = (_: string, a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? sameFactors(a, b) : a === b;

const PLAIN = ['username', 'level', 'group', 'shift', 'validFrom', 'validTo'] as const;

/** What differs from `base`, as it is sent. Factors count only where they are in force. */
export function changesOf(base: UserForm, form: UserForm): UserChange {
  const change: Record<string, unknown> = {};
  for (const name of PLAIN) if (form[name] !== base[name]) change[name] = form[name];
  if (cardOf(form.cardno) !== cardOf(base.cardno)) change['cardno'] = cardOf(form.cardno);
  if (form.removePassword) change['password'] = '';
  else if (form.password !== '') change['password'] = form.password;
  if (form.identifyMode !== base.identifyMode) change['identifyMode'] = form.identifyMode;
  if (form.identifyMode === 'all' && !sameFactors(form.identifyFactors, base.identifyFactors)) {
    change['identifyFactors'] = [...form.identifyFactors];
  }
  return change as UserChange;
}

/** Fields that differ, for the marks and the count of the change bar; a new ID counts, a confirmation does not. */
export function changedFields(base: UserForm, form: UserForm): ReadonlySet<FieldName> {
  const changed = new Set(Object.keys(changesOf(base, form)) as FieldName[]);
  if (form.userid !== base.userid) changed.add('userid');
  if (form.confirm !== '') changed.add('password');
  return changed;
}

/** What of the typed is another value than in `base`; two sets of factors are the same in any order. */
export function typedEdits(base: UserForm, typed: Partial<UserForm>): Partial<UserForm> {
  return typedSince<UserForm>(base, typed, sameValue);
}

export interface FormContext {
  /** Whether a password is stored already. */
  hasPassword: boolean;
  /** The user is new: the ID is typed here. */
  adding: boolean;
}

/** Complaints about what is typed, in the reader's language, at the field each is about. */
export function validate(form: UserForm, { hasPassword, adding }: FormContext): FieldErrors {
  const errors: FieldErrors = {};
  if (adding) {
    const { min, max } = limits.userid;
    if (form.userid === null) errors.userid = t('users.idRequired');
    else if (checkValue(entries.userid, form.userid) !== 0) {
      errors.userid = t('users.idRange', { min: formatNumber(min), max: formatNumber(max) });
    }
  }
  const name = nameError(form.username);
  if (name !== undefined) errors.username = name;
  const card = cardError(form.cardno);
  if (card !== undefined) errors.cardno = card;
  const password = passwordError(form, hasPassword);
  if (password !== undefined) errors.password = password;
  if (!form.removePassword && form.confirm !== form.password) {
    errors.confirm = form.confirm === '' ? t('users.confirmRequired') : t('users.passwordsDiffer');
  }
  if (form.identifyMode === 'all' && form.identifyFactors.length === 0)
    errors.identifyFactors = t('users.factorRequired');
  if (form.validFrom !== '' && form.validTo !== '' && form.validTo < form.validFrom) {
    errors.validTo = t('users.validOrder');
  }
  return errors;
}

const entries = adduserRequest.entries;

function nameError(name: string): string | undefined {
  if (checkValue(entries.username, name) === 0) return undefined;
  const length = Array.from(name).length;
  const { max } = limits.username;
  return length > max ? t('users.nameLong', { max, length }) : t('users.nameControl');
}

function cardError(cardno: string): string | undefined {
  if (checkValue(entries.cardno, cardOf(cardno)) === 0) return undefined;
  return t('users.cardRange', { max: formatNumber(limits.cardno.max) });
}

/** Levels from 1 sign in to the console, which takes passwords of its own length only. */
function passwordError({ password, removePassword, level }: UserForm, hasPassword: boolean): string | undefined {
  const { min, max } = limits.password;
  const length = editPwdLimits.password.min;
  const entered = removePassword ? '' : password;
  if (checkValue(entries.password, entered) !== 0) return t('users.passwordLength', { min, max });
  const kept = entered === '' && !removePassword && hasPassword;
  return level > 0 && !kept && entered.length < length ? t('users.adminPassword', { length }) : undefined;
}

/** Where the server's complaint belongs; other names of fields have no place in the form. */
export function fieldOf(name: string | undefined): FieldName | undefined {
  return FIELDS.find((field) => field === name);
}

const FIELDS: readonly FieldName[] = [
  'userid',
  'username',
  'cardno',
  'password',
  'level',
  'group',
  'identifyMode',
  'identifyFactors',
  'shift',
  'validFrom',
  'validTo',
];
