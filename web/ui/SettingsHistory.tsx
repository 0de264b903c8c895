import type { SettingChange } from '@gen/accounts.ts';
import type { SettingField } from '@gen/runtime.ts';
import { useState } from 'react';
import { formatMoment, t } from '../lib/i18n.ts';
import { problemText } from '../lib/problem.ts';
import type { SettingsFields } from '../lib/settings/useSettingsForm.ts';
import { isSame, isSecret } from '../lib/settings/values.ts';
import { settingLabel, valueText } from '../lib/settings/words.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorState } from './ErrorState.tsx';
import { IconButton } from './IconButton.tsx';
import { Skeleton } from './Skeleton.tsx';
import { loggedValue, useSettingHistory } from './settingHistory.ts';

/** A small button beside the title of a page: who changed its settings and when, and the earlier values to restore. */
export function SettingsHistory<Values extends object>({ form }: { form: SettingsFields<Values> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="history" label={t('history.open')} onClick={() => setOpen(true)} />
      {open && <HistoryDialog form={form} onClose={() => setOpen(false)} />}
    </>
  );
}

interface HistoryProps<Values extends object> {
  form: SettingsFields<Values>;
  onClose: () => void;
}

function HistoryDialog<Values extends object>({ form, onClose }: HistoryProps<Values>) {
  const { pair, fields } = form.page;
  const { changes, error, refresh } = useSettingHistory(pair);
  const changed = changes ? fields.filter(({ name }) => changes.some(({ field }) => field === name)) : [];
  return (
    <Dialog open title={t('history.title')} onClose={onClose}>
      {changes === undefined &&
        (error === undefined ? <Skeleton lines={4} /> : <ErrorState text={problemText(error)} onRetry={refresh} />)}
      {changes && changed.length === 0 && <p>{t('history.none')}</p>}
      {changes &&
        changed.map((field) => (
          <FieldHistory
            key={field.name}
            field={field}
            changes={changes.filter((change) => change.field === field.name)}
            form={form}
            onTaken={onClose}
          />
        ))}
    </Dialog>
  );
}

interface FieldHistoryProps<Values extends object> {
  field: SettingField<keyof Values & string>;
  changes: readonly SettingChange[];
  form: SettingsFields<Values>;
  onTaken: () => void;
}

/** One value per line, newest first: the changes, then the value before the first of them. */
function FieldHistory<Values extends object>({ field, changes, form, onTaken }: FieldHistoryProps<Values>) {
  const { name } = field;
  const label = settingLabel(form.page.pair, name);
  const take = (value: unknown) => {
    form.set({ [name]: value } as Partial<Values>);
    onTaken();
  };
  return (
    <section className="history" aria-label={label}>
      <h3>{label}</h3>
      <ul className="history-values">
        {valuesOf(field, changes).map(({ value, said }) => (
          <li key={said}>
            <span className="history-text">
              <bdi className="history-value">{valueText(field, value)}</bdi>
              <span className="history-more">{said}</span>
            </span>
            {form.mayWrite && !isSame(field, form.values[name], value) && (
              <Button
                size="small"
                icon="undo"
                label={t('history.takeOf', { value: valueText(field, value), setting: label })}
                onClick={() => take(value)}
              >
                {t('history.take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Earlier {
  value: unknown;
  said: string;
}

function valuesOf(field: SettingField, changes: readonly SettingChange[]): Earlier[] {
  if (isSecret(field)) return [];
  const lines = changes.map(({ after, account, time }, at) => ({
    json: after,
    said: t(at === 0 ? 'history.changed' : 'history.wasChanged', { account, time: formatMoment(time) }),
  }));
  const first = changes.at(-1);
  const all = first
    ? [...lines, { json: first.before, said: t('history.before', { time: formatMoment(first.time) }) }]
    : [];
  return all.flatMap(({ json, said }) => {
    const value = loggedValue(json);
    return value === undefined ? [] : [{ value, said }];
  });
}
