import { setLanguageSettingItem } from '@gen/devices.ts';
import { useEffect } from 'react';
import useSWR, { mutate } from 'swr';
import { currentLanguage, isLanguage, storeLanguage } from '../../../lib/i18n.ts';
import { readPreference } from '../../../lib/preferences.ts';
import { useQuiet } from '../../../lib/quiet.ts';
import { reloadOnAnswer } from '../../../lib/reload.ts';

const ITEM = 'languageItem';

/** The terminal's language, and whether it can be selected: read once, after the data of the page. */
function useLanguageItem() {
  return useSWR(useQuiet() ? ITEM : null, () => setLanguageSettingItem({ handles: () => true }), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  }).data;
}

/** Without a preference in this browser the terminal's language is used; the page reloads if it differs. */
export function useTerminalLanguage(): void {
  const language = useLanguageItem()?.LanguageSettingItem;
  useEffect(() => {
    if (!isLanguage(language) || readPreference('language') !== null) return;
    storeLanguage(language);
    if (language !== currentLanguage()) reloadOnAnswer();
  }, [language]);
}

/** Whether the user menu offers the language; true until it is known. */
export function useLanguageOffered(): boolean {
  return useLanguageItem()?.offered ?? true;
}

/** Called after the switch was changed. */
export function refreshLanguageOffered(): void {
  void mutate(ITEM);
}
