import { setLanguageSettingItem } from '@gen/devices.ts';
import { useEffect } from 'react';
import { currentLanguage, isLanguage, storeLanguage } from '../../lib/i18n.ts';
import { readPreference } from '../../lib/preferences.ts';

/** Who has not chosen a language in this browser gets the terminal's; the page loads again when that is another one. */
export function useTerminalLanguage(): void {
  useEffect(() => {
    if (readPreference('language') !== null) return;
    setLanguageSettingItem({ handles: () => true }).then(
      ({ LanguageSettingItem: language }) => {
        if (!isLanguage(language)) return;
        storeLanguage(language);
        if (language !== currentLanguage()) location.reload();
      },
      () => undefined,
    );
  }, []);
}
