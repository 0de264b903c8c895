import { getLanguageSettingItem } from '@gen/devices.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import {
  currentLanguage,
  isLanguage,
  type Language,
  languages,
  storeLanguage,
  t,
  twoLines,
} from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { reloadOnAnswer } from '../../../lib/reload.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/toast.ts';

/**
 * Language of the console. With write permission for basic settings it also changes the terminal's, as specified;
 * otherwise it is a preference of this browser. In both cases the page reloads.
 */
export function LanguageDialog({ onClose }: { onClose: () => void }) {
  const power = usePower('basicSetting');
  const form = useRequest<{ language: Language }>({
    start: { language: currentLanguage() },
    check: () => ({}),
    placeOf: () => 'language',
    send: async ({ language }) => {
      try {
        const reply = power?.write ? await getLanguageSettingItem({ language }, { handles: () => true }) : null;
        const now = reply?.LanguageSetting ?? language;
        storeLanguage(isLanguage(now) ? now : language);
        reloadOnAnswer();
      } catch {
        toast.error(twoLines(t('language.failed'), t('app.networkErrorHelp')));
      }
    },
  });
  const chosen = form.values.language;
  const changes = chosen !== currentLanguage();
  const name = languages.find(({ code }) => code === chosen)?.name ?? chosen;
  return (
    <FormDialog
      title={t('shell.language')}
      size="small"
      form={form}
      action={t('language.action')}
      blocked={power === undefined || !changes}
      onClose={onClose}
    >
      <fieldset className="choices">
        <legend className="visually-hidden">{t('shell.language')}</legend>
        {languages.map((language) => (
          <label key={language.code} className="choice">
            <input
              type="radio"
              name="language"
              checked={language.code === chosen}
              disabled={form.busy}
              onChange={() => form.set({ language: language.code })}
            />
            <span lang={language.code} dir={language.direction}>
              {language.name}
            </span>
          </label>
        ))}
      </fieldset>
      {power?.write && changes && <Notice tone="info">{t('language.text', { language: name })}</Notice>}
    </FormDialog>
  );
}
