import { setLanguageSettingItem } from '@gen/devices.ts';
import { useEffect } from 'react';
import useSWR, { mutate } from 'swr';
import { currentLanguage, isLanguage, storeLanguage } from '../../../lib/i18n.ts';
import { readPreference } from '../../../lib/preferences.ts';
import { useQuiet } from '../../../lib/quiet.ts';
import { reloadOnAnswer } from '../../../lib/reload.ts';

const ITEM = 'languageItem';

/** The terminal's language, and whether it may be chosen: asked for once, and after what a page shows. */
function useLanguageItem() {
  return useSWR(useQuiet() ? ITEM : null, () => setLanguageSettingItem({ handles: () => true }), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  }).data;
}

/** Who has not chosen a language in this browser gets the terminal's; the page loads again when that is another one. */
export function useTerminalLanguage(): void {
  const language = useLanguageItem()?.LanguageSettingItem;
  useEffect(() => {
    if (!isLanguage(language) || readPreference('language') !== null) return;
    storeLanguage(language);
    if (language !== currentLanguage()) reloadOnAnswer();
  }, [language]);
}

/** Whether the user menu offers the language; as long as that is not known, it does. */
export function useLanguageOffered(): boolean {
  return useLanguageItem()?.offered ?? true;
}

/** After the switch was changed. */
export function refreshLanguageOffered(): void {
  void mutate(ITEM);
}
