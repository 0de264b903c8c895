import { ErrorCode, type Refusal, type User } from '@gen/contract.ts';
import type { FormEvent } from 'react';
import { memberOf } from '../../../lib/api/apiError.ts';
import { type Complaints, type FormControl, submitting, useForm } from '../../../lib/form/useForm.ts';
import { toast } from '../../../ui/toast.ts';
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

/** Complaints about these are true from the first key on; about the others once the field was left. */
const AT_ONCE: ReadonlySet<string> = new Set<FieldName>([
  'username',
  'cardno',
  'validFrom',
  'validTo',
  'identifyFactors',
]);

/** Where a refusal belongs that does not say it. */
const FIELD_OF_CODE: Partial<Record<number, FieldName>> = {
  [ErrorCode.userIdInvalid]: 'userid',
  [ErrorCode.userNameFormat]: 'username',
  [ErrorCode.cardExists]: 'cardno',
  [ErrorCode.passwordRules]: 'password',
  [ErrorCode.passwordExists]: 'password',
};

/** The field of the form a refusal is about. */
export function fieldOfRefusal({ code, field }: Refusal): FieldName | undefined {
  return code === 0 ? undefined : (fieldOf(memberOf(field)) ?? FIELD_OF_CODE[code]);
}

export interface UserFormState {
  form: UserForm;
  /** The user as stored when it was last read. */
  stored: User;
  /** How many fields differ. */
  count: number;
  busy: boolean;
  set: (change: Partial<UserForm>) => void;
  /** What every field of the kit takes. */
  field: (name: FieldName) => FormControl & { changed: boolean };
  discard: () => void;
  /** Takes over what the terminal has now. What was typed since `from` stays on top of it. */
  accept: (user: User, from: UserForm) => void;
  /** Stands on another user with nothing typed. */
  restart: (user: User) => void;
  /** The form as the stored user would fill it. */
  base: UserForm;
  formRef: { current: HTMLFormElement | null };
  onSubmit: (event: FormEvent) => void;
  /** Submits it another way than the form's own. */
  submit: (save: SaveUser) => void;
}

export type SaveUser = (changes: UserChange, form: UserForm) => Promise<void>;

/** What every card of fields takes. */
export interface UserFieldsProps {
  state: UserFormState;
  /** The ID is typed here. */
  adding: boolean;
  readOnly: boolean;
}

/** State of a form over one user. `save` is called once nothing typed can be wrong; what it rejects with goes to its field. */
export function useUserForm(user: User, adding: boolean, save: SaveUser): UserFormState {
  const form = useForm<User, UserForm>(user, {
    valuesOf: formOf,
    editsOf: (stored, typed) => typedEdits(formOf(stored), typed),
    check: ({ base: { hasPassword }, values }) => complaintsOf(validate(values, { hasPassword, adding })),
    placeOf: fieldOfRefusal,
    onUnseen: (_, text) => toast.error(text),
  });
  const { base: stored, values } = form;
  const base = formOf(stored);
  const changed = changedFields(base, values);
  const submit = (how: SaveUser) =>
    form.submit(async () => {
      await how(changesOf(base, values), values);
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

function complaintsOf(errors: FieldErrors): Complaints {
  return Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [name, { text, atOnce: AT_ONCE.has(name) }] as const),
  );
}
