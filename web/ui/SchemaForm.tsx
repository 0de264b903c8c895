import type { SettingsFields } from '../lib/settings/useSettingsForm.ts';
import { SettingField } from './SettingField.tsx';

export interface SchemaFormProps<Values extends object> {
  form: SettingsFields<Values>;
  /** The settings, in this order; omitted: all in the order of their declaration. */
  names?: readonly (keyof Values & string)[] | undefined;
}

/** Fields of a plain page, drawn from the declaration. */
export function SchemaForm<Values extends object>({ form, names }: SchemaFormProps<Values>) {
  const shown = names ?? form.page.fields.map(({ name }) => name);
  return (
    <>
      {shown.map((name) => (
        <SettingField key={name} form={form} name={name} />
      ))}
    </>
  );
}
