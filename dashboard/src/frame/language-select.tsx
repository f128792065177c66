import { keepLanguage, LANGUAGES, language, languageOf, t } from '../language.ts';

/** The language of the dashboard, kept in this browser. */
export function LanguageSelect() {
  return (
    <select
      aria-label={t('Language of the dashboard')}
      value={language}
      onChange={({ target }) => {
        keepLanguage(languageOf([target.value]));
        // A fresh page shows everything in the chosen language.
        window.location.reload();
      }}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
