import { isLanguage, type Language, languages, t } from '../lib/i18n.ts';
import { Icon } from '../ui/Icon.tsx';

export interface LanguageSelectProps {
  language: Language;
  onChange: (language: Language) => void;
}

/** Each language by its own name, so that users who cannot read the page find theirs. */
export function LanguageSelect({ language, onChange }: LanguageSelectProps) {
  return (
    <label className="language-select">
      <Icon name="globe" />
      <span className="visually-hidden">{t('shell.language')}</span>
      <select
        name="language"
        value={language}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (isLanguage(chosen)) onChange(chosen);
        }}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={16} />
    </label>
  );
}
