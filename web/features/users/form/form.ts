/** The form of a user: its edits, their differences from the stored values, and errors. */
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
import { CARD_FIELDS, type CardFieldName } from '../../../lib/userCards.ts';
import { cardOf, cardProblem } from '../cards/cardReading.ts';

/** Fields whose form differs from the stored one, and fields that no form of one user shows. */
type Special =
  | 'userid'
  | CardFieldName
  | 'hasPassword'
  | 'password'
  | 'identifyMode'
  | 'identifyFactors'
  | 'enrolled'
  | 'revision';
/** Fields that are edited, stored and sent in the same form. */
type Plain = Exclude<keyof User, Special>;

/** Cards are as typed; empty for none, like a single 0. */
export interface UserForm extends Pick<User, Plain>, Record<CardFieldName, string> {
  userid: number | null;
  password: string;
  confirm: string;
  removePassword: boolean;
  identifyMode: IdentifyMode;
  identifyFactors: readonly Factor[];
}

export type FieldName = keyof UserForm;
export type FieldErrors = Partial<Record<FieldName, string>>;

/** Fields of a user that can be sent: the wire names of adduser and edituser. */
export type UserChange = Omit<EdituserRequest, 'userid' | 'revision'>;

const SPECIAL: readonly string[] = [
  'userid',
  ...CARD_FIELDS,
  'password',
  'identifyMode',
  'identifyFactors',
  'enrolled',
  'revision',
] satisfies Special[];
const PLAIN = userFields.map(({ name }): string => name).filter((name): name is Plain => !SPECIAL.includes(name));

/** Plain fields with a manually placed control. */
const PLACED: readonly string[] = ['username', 'level', 'group', 'shift', 'validFrom', 'validTo'] satisfies Plain[];

/** A text field of the contract without a manual place: it is drawn below the name. */
export interface OtherText {
  readonly name: Plain & keyof UserForm;
  readonly min: number;
  readonly max: number;
}
export const otherTexts = userFields.filter(
  ({ name, kind }: { name: string; kind: string }) =>
    kind === 'text' && !SPECIAL.includes(name) && !PLACED.includes(name),
) as readonly unknown[] as readonly OtherText[];

const cardTexts = (user: User): Record<CardFieldName, string> =>
  Object.fromEntries(CARD_FIELDS.map((name) => [name, user[name] === '0' ? '' : user[name]])) as Record<
    CardFieldName,
    string
  >;

export function formOf(user: User): UserForm {
  return {
    userid: user.userid,
    ...cardTexts(user),
    password: '',
    confirm: '',
    removePassword: false,
    identifyMode: user.identifyMode,
    identifyFactors: user.identifyFactors,
    ...(Object.fromEntries(PLAIN.map((name) => [name, user[name]])) as Pick<User, Plain>),
  };
}

const sameFactors = (a: readonly Factor[], b: readonly Factor[]): boolean =>
  a.length === b.length && a.every((factor) => b.includes(factor));

const sameValue = (_: string, a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? sameFactors(a, b) : a === b;

/** Differences from `base`, as they are sent. Factors count only in a mode that uses them. */
export function changesOf(base: UserForm, form: UserForm): UserChange {
  const change: Record<string, unknown> = {};
  for (const name of PLAIN) if (form[name] !== base[name]) change[name] = form[name];
  for (const name of CARD_FIELDS) {
    const card = cardOf(form[name]) ?? form[name]; /* what is no number is complained about and not sent */
    if (card !== cardOf(base[name])) change[name] = card;
  }
  if (form.removePassword) change['password'] = '';
  else if (form.password !== '') change['password'] = form.password;
  if (form.identifyMode !== base.identifyMode) change['identifyMode'] = form.identifyMode;
  if (form.identifyMode === 'all' && !sameFactors(form.identifyFactors, base.identifyFactors)) {
    change['identifyFactors'] = [...form.identifyFactors];
  }
  return change as UserChange;
}

/** Fields that differ, for the marks and the count of the change bar; a new ID counts, a repeated password does not. */
export function changedFields(base: UserForm, form: UserForm): ReadonlySet<FieldName> {
  const changed = new Set(Object.keys(changesOf(base, form)) as FieldName[]);
  if (form.userid !== base.userid) changed.add('userid');
  if (form.confirm !== '') changed.add('password');
  return changed;
}

/** Edits with another value than in `base`; sets of factors are compared without their order. */
export function typedEdits(base: UserForm, typed: Partial<UserForm>): Partial<UserForm> {
  return typedSince<UserForm>(base, typed, sameValue);
}

export interface FormContext {
  /** Whether a password is stored. */
  hasPassword: boolean;
  /** The user is new: the ID can be edited. */
  adding: boolean;
}

/** Errors in the edits, in the reader's language, by field. */
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
  Object.assign(errors, cardErrors(form));
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

/** Errors of single numbers, and of a number that is there twice. */
function cardErrors(form: UserForm): FieldErrors {
  const seen = new Set<string>();
  const errors: FieldErrors = {};
  for (const name of CARD_FIELDS) {
    const problem = cardProblem(form[name]);
    const card = cardOf(form[name]) ?? '0';
    if (problem !== undefined) errors[name] = problem;
    else if (seen.has(card)) errors[name] = t('error.12221');
    if (card !== '0') seen.add(card);
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

/** From level 1 users sign in to the console, which requires six-digit passwords. */
function passwordError({ password, removePassword, level }: UserForm, hasPassword: boolean): string | undefined {
  const { min, max } = limits.password;
  const length = editPwdLimits.password.min;
  const entered = removePassword ? '' : password;
  if (checkValue(entries.password, entered) !== 0) return t('users.passwordLength', { min, max });
  const kept = entered === '' && !removePassword && hasPassword;
  return level > 0 && !kept && entered.length < length ? t('users.adminPassword', { length }) : undefined;
}

/** Form field for a server error; other field names have no place in the form. */
export function fieldOf(name: string | undefined): FieldName | undefined {
  return FIELDS.find((field) => field === name);
}

const FIELDS = userFields.map(({ name }): string => name).filter((name): name is FieldName => name !== 'revision');
