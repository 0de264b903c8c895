import { ErrorCode, type Refusal, type User } from '@gen/contract.ts';
import { type FormEvent, useEffect, useRef } from 'react';
import { ApiError, memberOf } from '../../../lib/api/apiError.ts';
import { type Complaints, type FormControl, submitting, useForm } from '../../../lib/form/useForm.ts';
import { t } from '../../../lib/i18n.ts';
import { CARD_FIELDS, isCardField } from '../../../lib/userCards.ts';
import { toast } from '../../../ui/toast.ts';
import { userOfCard } from '../data.ts';
import { useGivenCard } from '../give/givenCard.ts';
import { nameOf } from '../words.ts';
import {
  changedFields,
  changesOf,
  type FieldErrors,
  type FieldName,
  fieldOf,
  formOf,
  typedEdits,
  type UserChange,
  type UserForm,
  validate,
} from './form.ts';

/** Fields whose errors are shown at once; for others when the field loses focus. */
const AT_ONCE: ReadonlySet<string> = new Set<FieldName>([
  'username',
  ...CARD_FIELDS,
  'validFrom',
  'validTo',
  'identifyFactors',
]);

/** Field for a refusal that names none. */
const FIELD_OF_CODE: Partial<Record<number, FieldName>> = {
  [ErrorCode.userIdInvalid]: 'userid',
  [ErrorCode.userNameFormat]: 'username',
  [ErrorCode.cardExists]: 'cardno',
  [ErrorCode.passwordRules]: 'password',
  [ErrorCode.passwordExists]: 'password',
};

/** The form field for a refusal. */
export function fieldOfRefusal({ code, field }: Refusal): FieldName | undefined {
  return code === 0 ? undefined : (fieldOf(memberOf(field)) ?? FIELD_OF_CODE[code]);
}

export interface UserFormState {
  form: UserForm;
  /** The stored user as of the last read. */
  stored: User;
  /** Number of changed fields. */
  count: number;
  busy: boolean;
  set: (change: Partial<UserForm>) => void;
  /** Props of every field of the kit. */
  field: (name: FieldName) => FormControl & { changed: boolean };
  discard: () => void;
  /** Takes over the current values of the terminal. Edits made since `from` stay on top. */
  accept: (user: User, from: UserForm) => void;
  /** Switches to another user, without edits. */
  restart: (user: User) => void;
  /** The stored user in the form's representation. */
  base: UserForm;
  formRef: { current: HTMLFormElement | null };
  onSubmit: (event: FormEvent) => void;
  /** Submits with another action than the form's own. */
  submit: (save: SaveUser) => void;
}

/** Enters the card with which the form was opened, once, behind the cards that the user has. */
export function useTypedCard({ form, set }: UserFormState, mayWrite: boolean): void {
  const card = useGivenCard();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const free = CARD_FIELDS.find((name) => form[name] === '');
    if (card !== undefined && free !== undefined && mayWrite) set({ [free]: card });
  }, []);
}

export type SaveUser = (changes: UserChange, form: UserForm) => Promise<void>;

/** Props of every card of fields. */
export interface UserFieldsProps {
  state: UserFormState;
  /** The ID can be edited here. */
  adding: boolean;
  readOnly: boolean;
}

/** State of a form over one user. `save` is called when there are no errors; its rejection is shown at its field. */
export function useUserForm(user: User, adding: boolean, save: SaveUser): UserFormState {
  const holder = useRef<string | undefined>(undefined);
  const form = useForm<User, UserForm>(user, {
    valuesOf: formOf,
    editsOf: (stored, typed) => typedEdits(formOf(stored), typed),
    check: ({ base: { hasPassword }, values }) => complaintsOf(validate(values, { hasPassword, adding })),
    placeOf: fieldOfRefusal,
    textOf: ({ code }) => (code === ErrorCode.cardExists ? holder.current : undefined),
    onUnseen: (_, text) => toast.error(text),
  });
  const { base: stored, values } = form;
  const base = formOf(stored);
  const changed = changedFields(base, values);
  const submit = (how: SaveUser) =>
    form.submit(async () => {
      const changes = changesOf(base, values);
      holder.current = undefined;
      try {
        await how(changes, values);
      } catch (error) {
        holder.current = await holderText(error, changes);
        throw error;
      }
      return true;
    });
  return {
    form: values,
    stored,
    count: changed.size,
    busy: form.busy,
    set: form.set,
    field: (name) => ({ ...form.field(name), changed: !adding && changed.has(name) }),
    discard: () => {
      form.stand(() => ({ base: stored, typed: {} }));
      form.forget();
    },
    accept: (next, from) => {
      form.stand(({ typed }) => ({ base: next, typed: typedEdits(from, typed) }));
      form.forget();
    },
    restart: (next) => {
      form.stand(() => ({ base: next, typed: {} }));
      form.forget();
    },
    base,
    formRef: form.formRef,
    onSubmit: submitting(form.busy, () => submit(save)),
    submit: (how) => {
      if (!form.busy) void submit(how);
    },
  };
}

/** Who has the card that is refused. */
async function holderText(error: unknown, changes: UserChange): Promise<string | undefined> {
  if (!(error instanceof ApiError) || error.code !== ErrorCode.cardExists) return undefined;
  const field = memberOf(error.field) ?? 'cardno';
  const card = isCardField(field) ? changes[field] : undefined;
  const found = card === undefined ? undefined : await userOfCard(card);
  return found && t('users.cardHolder', { name: nameOf(found), userid: found.userid });
}

function complaintsOf(errors: FieldErrors): Complaints {
  return Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [name, { text, atOnce: AT_ONCE.has(name) }] as const),
  );
}
