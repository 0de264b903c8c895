import { getLanguageSettingItem } from '@gen/devices.ts';
import { useState } from 'react';
import { currentLanguage, isLanguage, type Language, languages, storeLanguage, t } from '../../lib/i18n.ts';
import { usePower } from '../../lib/power.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';

/**
 * Language of the console. Who may change basic settings changes the terminal's with it, as the specification has it;
 * for others the choice is this browser's. Either way the page loads again.
 */
export function LanguageDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Language>(currentLanguage());
  const [busy, setBusy] = useState(false);
  const power = usePower('basicSetting');
  const apply = async (): Promise<void> => {
    setBusy(true);
    try {
      const reply = power?.write ? await getLanguageSettingItem({ language: chosen }, { handles: () => true }) : null;
      const now = reply?.LanguageSetting ?? chosen;
      storeLanguage(isLanguage(now) ? now : chosen);
      location.reload();
    } catch {
      toast.error(t('language.failed'));
      setBusy(false);
    }
  };
  const name = languages.find(({ code }) => code === chosen)?.name ?? chosen;
  return (
    <Dialog
      open
      title={t('shell.language')}
      size="small"
      onClose={busy ? undefined : onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            tone="primary"
            busy={busy}
            disabled={power === undefined || chosen === currentLanguage()}
            onClick={() => void apply()}
          >
            {t('language.action')}
          </Button>
        </>
      }
    >
      <fieldset className="choices">
        <legend className="visually-hidden">{t('shell.language')}</legend>
        {languages.map((language) => (
          <label key={language.code} className="choice">
            <input
              type="radio"
              name="language"
              checked={language.code === chosen}
              disabled={busy}
              onChange={() => setChosen(language.code)}
            />
            <span lang={language.code} dir={language.direction}>
              {language.name}
            </span>
          </label>
        ))}
      </fieldset>
      {power?.write && chosen !== currentLanguage() && (
        <Notice tone="info">{t('language.text', { language: name })}</Notice>
      )}
    </Dialog>
  );
}
