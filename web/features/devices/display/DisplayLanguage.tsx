import type { TimeParamValues } from '@gen/devices.ts';
import { languages } from '../../../lib/i18n.ts';
import type { SettingsFields } from '../../../lib/settings/useSettingsForm.ts';
import { settingLabel } from '../../../lib/settings/words.ts';
import { Select } from '../../../ui/Select.tsx';

/** Each language by its own name, so that an accidental change can be reverted. */
export function DisplayLanguage({ form }: { form: SettingsFields<TimeParamValues> }) {
  return (
    <Select
      {...form.field('language')}
      label={settingLabel('TimeParam', 'language')}
      value={form.values.language}
      options={languages.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={(language) => form.set({ language })}
    />
  );
}
