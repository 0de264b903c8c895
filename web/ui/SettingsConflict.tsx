import type { SettingField as Field } from '@gen/runtime.ts';
import { t } from '../lib/i18n.ts';
import type { Conflict, SettingsFields } from '../lib/settings/useSettingsForm.ts';
import type { Foreign } from '../lib/settings/values.ts';
import { settingLabel, valueText } from '../lib/settings/words.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface SettingsConflictProps<Values extends object> {
  form: SettingsFields<Values>;
  conflict: Conflict<Values>;
}

/** Somebody else saved the page first: what they changed, and whose values shall stand. */
export function SettingsConflict<Values extends object>({ form, conflict }: SettingsConflictProps<Values>) {
  const { pair, fields } = form.page;
  const { changes } = conflict;
  return (
    <Dialog
      open
      title={t('settings.conflictTitle')}
      onClose={conflict.close}
      footer={
        <>
          <Button onClick={conflict.takeTheirs}>{t('settings.takeTheirs')}</Button>
          <Button tone="primary" onClick={conflict.keepMine}>
            {t('settings.keepMine')}
          </Button>
        </>
      }
    >
      <p>{changes.length > 0 ? t('settings.conflictText') : t('settings.conflictUnseen')}</p>
      {changes.length > 0 && (
        <ul className="conflict">
          {changes.map((change) => (
            <li key={change.name}>
              <h3>{settingLabel(pair, change.name)}</h3>
              <dl>
                <Value term={t('settings.before')} text={wordOf(fields, change, change.before)} />
                <Value term={t('settings.theirs')} text={wordOf(fields, change, change.theirs)} />
                {change.mine !== undefined && (
                  <Value term={t('settings.mine')} text={wordOf(fields, change, change.secret || change.mine)} />
                )}
              </dl>
            </li>
          ))}
        </ul>
      )}
      <p className="muted">{t('settings.conflictHint')}</p>
    </Dialog>
  );
}

function wordOf(fields: readonly Field[], { name, secret }: Foreign, value: unknown): string {
  if (secret) return value === true ? t('secret.isSet') : t('secret.isNotSet');
  const field = fields.find((one) => one.name === name);
  return field ? valueText(field, value) : String(value);
}

function Value({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <bdi>{text}</bdi>
      </dd>
    </div>
  );
}
