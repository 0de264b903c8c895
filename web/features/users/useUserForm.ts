import { ErrorCode, type Refusal, type User } from '@gen/contract.ts';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';
import { errorText } from '../../lib/i18n.ts';
import {
  changedFields,
  changesOf,
  type FieldErrors,
  type FieldName,
  fieldOf,
  formOf,
  rebase,
  type UserChange,
  type UserForm,
  validate,
} from './form.ts';

/** Complaints about these are true from the first key on; about the others once the field was left. */
const AT_ONCE: ReadonlySet<FieldName> = new Set<FieldName>([
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
  return code === 0 ? undefined : (fieldOf(field.split(/[.[]/)[0]) ?? FIELD_OF_CODE[code]);
}

export interface UserFormState {
  form: UserForm;
  /** The user as stored when it was last read. */
  stored: User;
  changes: UserChange;
  /** How many fields differ. */
  count: number;
  busy: boolean;
  set: (change: Partial<UserForm>) => void;
  /** What every field of the kit takes. */
  field: (name: FieldName) => { name: string; error: string | undefined; changed: boolean; onBlur: () => void };
  discard: () => void;
  /** Takes over what the terminal has now. What was typed since `from` stays on top of it. */
  accept: (user: User, from: UserForm) => void;
  /** The form as the stored user would fill it. */
  base: UserForm;
  formRef: { current: HTMLFormElement | null };
  onSubmit: (event: FormEvent) => void;
}

/** State of a form over one user. `save` is called once nothing typed can be wrong; what it rejects with goes to its field. */
export function useUserForm(
  user: User,
  adding: boolean,
  save: (changes: UserChange, form: UserForm) => Promise<void>,
): UserFormState {
  const [stored, setStored] = useState(user);
  const [form, setForm] = useState(() => formOf(user));
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [submitted, setSubmitted] = useState(false);
  const [complaints, setComplaints] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const base = useMemo(() => formOf(stored), [stored]);
  const errors = validate(form, { hasPassword: stored.hasPassword, adding });
  const changed = changedFields(base, form);
  const changes = changesOf(base, form);

  const shows = (name: FieldName) => submitted || left.has(name) || AT_ONCE.has(name);
  const focusComplaint = () =>
    requestAnimationFrame(() => formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  const forgetComplaints = () => {
    setLeft(new Set());
    setSubmitted(false);
    setComplaints({});
  };
  const set = (change: Partial<UserForm>) => {
    setForm((now) => ({ ...now, ...change }));
    setComplaints((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in change))));
  };
  const submit = async () => {
    setSubmitted(true);
    if (Object.keys(errors).length > 0) {
      focusComplaint();
      return;
    }
    setBusy(true);
    try {
      await save(changes, form);
    } catch (error) {
      const name = error instanceof ApiError ? fieldOfRefusal(error) : undefined;
      if (error instanceof ApiError && name !== undefined) {
        setComplaints({ [name]: errorText(error.messageCode) });
        focusComplaint();
      }
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    stored,
    changes,
    count: changed.size,
    busy,
    set,
    field: (name) => ({
      name,
      error: complaints[name] ?? (shows(name) ? errors[name] : undefined),
      changed: !adding && changed.has(name),
      onBlur: () => setLeft((now) => new Set(now).add(name)),
    }),
    discard: () => {
      setForm(base);
      forgetComplaints();
    },
    accept: (next, from) => {
      setStored(next);
      setForm((now) => rebase(from, now, formOf(next)));
      forgetComplaints();
    },
    base,
    formRef,
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy) void submit();
    },
  };
}
