import type { SettingField } from '@gen/runtime.ts';
import { useContext } from 'react';
import { formatMoment, t } from '../lib/i18n.ts';
import type { SettingsFields } from '../lib/settings/useSettingsForm.ts';
import { isSame, isSecret } from '../lib/settings/values.ts';
import { settingLabel, valueText } from '../lib/settings/words.ts';
import { Button } from './Button.tsx';
import { HistoryContext, loggedValue } from './settingHistory.ts';

export interface ChangedByProps<Values extends object> {
  form: SettingsFields<Values>;
  field: SettingField<keyof Values & string>;
}

/** Below a setting: who changed it last, when, the earlier value, and a button to put that value into the form. */
export function ChangedBy<Values extends object>({ form, field }: ChangedByProps<Values>) {
  const { name } = field;
  const change = useContext(HistoryContext).find((one) => one.field === name);
  if (!change || isSecret(field)) return null;
  const { account } = change;
  const time = formatMoment(change.time);
  const before = loggedValue(change.before);
  const value = before === undefined ? '' : valueText(field, before);
  const label = settingLabel(form.page.pair, name);
  const said =
    value === '' ? t('history.changed', { account, time }) : t('history.changedFrom', { account, time, value });
  return (
    <p className="changed-by">
      <span>
        <span className="visually-hidden">{label}: </span>
        {said}
      </span>
      {form.mayWrite && before !== undefined && !form.busy && !isSame(field, form.values[name], before) && (
        <Button
          tone="quiet"
          size="small"
          icon="undo"
          label={t('history.takeOf', { value, setting: label })}
          onClick={() => form.set({ [name]: before } as Partial<Values>)}
        >
          {t('history.take')}
        </Button>
      )}
    </p>
  );
}
