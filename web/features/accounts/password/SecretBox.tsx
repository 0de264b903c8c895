import type { RequestForm } from '../../../lib/form/useRequest.ts';
import { PasswordField } from '../../../ui/PasswordField.tsx';

export interface SecretBoxProps<Name extends string> {
  form: RequestForm<Record<Name, string>>;
  name: Name;
  label: string;
  hint?: string | undefined;
  digits?: boolean | undefined;
  maxLength: number;
}

/** A field of the dialogs that replace a password; the current one comes first. */
export function SecretBox<Name extends string>({ form, name, ...rest }: SecretBoxProps<Name>) {
  const isOld = name === 'oldpassword';
  return (
    <PasswordField
      {...form.field(name)}
      {...rest}
      value={form.values[name]}
      onChange={(value) => form.set({ [name]: value } as Partial<Record<Name, string>>)}
      autoComplete={isOld ? 'current-password' : 'new-password'}
      autoFocus={isOld}
    />
  );
}
