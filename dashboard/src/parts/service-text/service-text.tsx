import { language } from '../../language.ts';
import { translationOf, useSentences } from './translate.ts';

/** A text that the service writes in English, in the language of the page, or marked as English where it is unknown. */
export function ServiceText({ children }: { readonly children: string | null }) {
  useSentences();
  if (children === null) return null;
  const translation = translationOf(children);
  if (translation !== undefined) return translation;
  return language === 'en' ? children : <span lang="en">{children}</span>;
}
