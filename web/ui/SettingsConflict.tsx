import { t } from '../lib/i18n.ts';
import type { Conflict, SettingsFields } from '../lib/settings/useSettingsForm.ts';
import type { Foreign } from '../lib/settings/values.ts';
import { settingLabel, valueText } from '../lib/settings/words.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface SettingsConflictProps<Values extends object> {
  form: SettingsFields<Values>;
  conflict: Conflict<Values>;
  /** A value in the page's format; undefined: as declared. */
  valueWords?: ((name: keyof Values & string, value: unknown) => string | undefined) | undefined;
}

/** Somebody else saved the page first: shows their changes, and asks whose values to keep. */
export function SettingsConflict<Values extends object>({ form, conflict, valueWords }: SettingsConflictProps<Values>) {
  const { pair, fields } = form.page;
  const { changes } = conflict;
  const wordOf = ({ name, secret }: Foreign<keyof Values & string>, value: unknown): string => {
    if (secret) return value === true ? t('secret.isSet') : t('secret.isNotSet');
    const field = fields.find((one) => one.name === name);
    return valueWords?.(name, value) ?? (field ? valueText(field, value) : String(value));
  };
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
                <Value term={t('settings.before')} text={wordOf(change, change.before)} />
                <Value term={t('settings.theirs')} text={wordOf(change, change.theirs)} />
                {change.mine !== undefined && (
                  <Value term={t('settings.mine')} text={wordOf(change, change.secret || change.mine)} />
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
