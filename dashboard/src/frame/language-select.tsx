import { chooseLanguage, LANGUAGES, language, languageOf, t } from '../language.ts';

/** The language of the dashboard, kept in this browser. */
export function LanguageSelect() {
  return (
    <select
      aria-label={t('Language')}
      value={language}
      onChange={({ target }) => chooseLanguage(languageOf([target.value]))}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
