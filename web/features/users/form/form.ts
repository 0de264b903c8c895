/** The form of a user: what is typed, what of it differs from what is stored, and what cannot be right. */
import {
  adduserRequest,
  checkValue,
  type EdituserRequest,
  editPwdLimits,
  type Factor,
  type IdentifyMode,
  adduserLimits as limits,
  type User,
  userFields,
} from '@gen/contract.ts';
import { typedSince } from '../../../lib/form/edits.ts';
import { formatNumber, t, twoLines } from '../../../lib/i18n.ts';

/** What is typed otherwise than it is stored, and what no form of one user shows. */
type Special =
  | 'userid'
  | 'cardno'
  | 'hasPassword'
  | 'password'
  | 'identifyMode'
  | 'identifyFactors'
  | 'enrolled'
  | 'revision';
/** Fields that are typed, stored and sent as they are. */
type Plain = Exclude<keyof User, Special>;

export interface UserForm extends Pick<User, Plain> {
  userid: number | null;
  /** Digits as typed; empty for none, as is a lone 0. */
  cardno: string;
  password: string;
  confirm: string;
  removePassword: boolean;
  identifyMode: IdentifyMode;
  identifyFactors: readonly Factor[];
}

export type FieldName = keyof UserForm;
export type FieldErrors = Partial<Record<FieldName, string>>;

/** What of a user can be sent: the wire names of adduser and edituser. */
export type UserChange = Omit<EdituserRequest, 'userid' | 'revision'>;

const SPECIAL: readonly string[] = [
  'userid',
  'cardno',
  'password',
  'identifyMode',
  'identifyFactors',
  'enrolled',
  'revision',
] satisfies Special[];
const PLAIN = userFields.map(({ name }): string => name).filter((name): name is Plain => !SPECIAL.includes(name));

/** Plain fields whose control stands where somebody put it. */
const PLACED: readonly string[] = ['username', 'level', 'group', 'shift', 'validFrom', 'validTo'] satisfies Plain[];

/** A text of the contract that has no place of its own: it is drawn below the name. */
export interface OtherText {
  readonly name: Plain & keyof UserForm;
  readonly min: number;
  readonly max: number;
}
export const otherTexts = userFields.filter(
  ({ name, kind }: { name: string; kind: string }) =>
    kind === 'text' && !SPECIAL.includes(name) && !PLACED.includes(name),
) as readonly unknown[] as readonly OtherText[];

export function formOf(user: User): UserForm {
  return {
    userid: user.userid,
    cardno: user.cardno === '0' ? '' : user.cardno,
    password: '',
    confirm: '',
    removePassword: false,
    identifyMode: user.identifyMode,
    identifyFactors: user.identifyFactors,
    ...(Object.fromEntries(PLAIN.map((name) => [name, user[name]])) as Pick<User, Plain>),
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
  const name = textError('username', form.username, limits.username.max);
  if (name !== undefined) errors.username = name;
  for (const { name: field, max } of otherTexts) {
    const error = textError(field, String(form[field]), max);
    if (error !== undefined) errors[field] = error;
  }
  const card = cardError(form.cardno);
  if (card !== undefined) errors.cardno = card;
  const password = passwordError(form, hasPassword);
  if (password !== undefined) errors.password = password;
  if (!form.removePassword && form.confirm !== form.password) {
    errors.confirm = form.confirm === '' ? t('users.confirmRequired') : passwordsDiffer();
  }
  if (form.identifyMode === 'all' && form.identifyFactors.length === 0)
    errors.identifyFactors = t('users.factorRequired');
  if (form.validFrom !== '' && form.validTo !== '' && form.validTo < form.validFrom) {
    errors.validTo = t('users.validOrder');
  }
  return errors;
}

const passwordsDiffer = (): string => twoLines(t('users.passwordsDiffer'), t('error.40203.help'));

const entries = adduserRequest.entries;

function textError(field: 'username' | OtherText['name'], text: string, max: number): string | undefined {
  if (checkValue(entries[field], text) === 0) return undefined;
  const length = Array.from(text).length;
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

const FIELDS = userFields.map(({ name }): string => name).filter((name): name is FieldName => name !== 'revision');
