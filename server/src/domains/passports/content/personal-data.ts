import type { Problem } from '../../../rules/errors/api-error.ts';
import { type Path, problem, textProblems } from '../../../rules/inputs/problems.ts';

/**
 * Personal data has no place in a passport: Regulation (EU) 2024/1781, Article 10(1)(e). A lint of texts: it
 * finds what has the form of personal data, not every name of a person.
 */
const MAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g;
/** Mailboxes of an organization rather than of a person. */
const ROLES =
  /^(info|contact|support|service|sales|office|hello|help|recycling|returns|repair|compliance|sustainability|press|mail|admin|privacy|spareparts)@/i;
const PHONE = /(?<![\w/.-])\+\d{1,3}[ ./()-]*(\d[ ./()-]*){7,12}(?![\w])/;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[0-9A-Z]{4}){3,7}(?: ?[0-9A-Z]{1,3})?\b/g;
const BIRTH = /\b(born (on|in)|date of birth|birthday|geburtsdatum|geboren am|né(e)? le)\b/i;

/** Problems of a text that others may read: it has a length, and seems to have no personal data. */
export function plainTextProblems(text: string, path: Path, maximum: number): Problem[] {
  const problems = textProblems(text, path, maximum);
  return problems.length > 0 ? problems : personalDataProblems(text, path);
}

export function personalDataProblems(text: string, path: Path): Problem[] {
  const fault = personalDataIn(text);
  return fault === undefined ? [] : [problem(path, 'PERSONAL_DATA', fault)];
}

function personalDataIn(text: string): string | undefined {
  const mailbox = text.match(MAIL)?.find((address) => !ROLES.test(address));
  if (mailbox !== undefined)
    return 'The text has an e-mail address that may be of a person; use a mailbox of the organization such as info@…, or a page.';
  if (PHONE.test(text))
    return 'The text has a telephone number, which may be of a person; give a page of the organization instead.';
  if (text.match(IBAN)?.some(isIban)) return 'The text has a bank account number.';
  if (BIRTH.test(text)) return 'The text has a date of birth.';
  return undefined;
}

/** ISO 13616: the number with its head at the end leaves 1 modulo 97. */
function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '');
  const digits = [...`${compact.slice(4)}${compact.slice(0, 4)}`]
    .map((character) => Number.parseInt(character, 36))
    .join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
