/** Abbreviations keep their capitals in words. */
const ABBREVIATIONS = /\b(api|dns|dpp|duns|eori|gln|lei|lpg|qr|tls|vat)(?=s?\b)/g;

/** The English words of a name, by which the catalogues translate the values of enumerations. */
export function englishOf(name: string): string {
  const text = name
    .toLowerCase()
    .replaceAll('_', ' ')
    .replaceAll('.', ': ')
    .replace(ABBREVIATIONS, (word) => word.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A heading as a part of a sentence of a language: German nouns and abbreviations keep their capitals. */
export function inSentenceOf(language: string, text: string): string {
  const keepsCapital = language === 'de' || /^\p{Lu}{2}/u.test(text);
  return keepsCapital ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
