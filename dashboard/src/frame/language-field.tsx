import { keepLanguage, LANGUAGES, language, languageOf, t } from '../language.ts';

/** The language of the dashboard, kept in this browser. */
export function LanguageField() {
  return (
    <label className="field">
      <span className="quiet small">{t('Language of the dashboard')}</span>
      <select
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
    </label>
  );
}
