import { fieldWord, language, t, word } from '../../language.ts';
import { englishOf, inSentenceOf } from '../../sentences/names.ts';

/** Numbers and times as people read them. Only here is anything rounded. */

const ROUNDED = {
  maximumSignificantDigits: 3,
  roundingMode: 'halfEven',
  // No "-0".
  signDisplay: 'negative',
} as const;
const threeFigures = new Intl.NumberFormat(language, { ...ROUNDED, minimumSignificantDigits: 3 });
const fewFigures = new Intl.NumberFormat(language, ROUNDED);
const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
/** Dates in English are read in several orders: as the browser of the person has them. */
const dates = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
const day = new Intl.DateTimeFormat(dates, { dateStyle: 'medium' });
/** A day without a time is the same one everywhere. */
const wholeDay = new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeZone: 'UTC' });
const dayAndMonth = new Intl.DateTimeFormat(dates, {
  day: 'numeric',
  month: 'numeric',
  timeZone: 'UTC',
});
const moment = new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeStyle: 'short' });
const second = new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(dates, { timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });

const DAY_MS = 86_400_000;

/** A calculated amount: with three figures, so that those of a column are equally exact. */
export function figure(value: number): string {
  return withMinus((value === 0 ? fewFigures : threeFigures).format(value));
}

/** A number that somebody declared or published: with no more figures than it needs, three at most. */
export function shortNumber(value: number): string {
  return withMinus(fewFigures.format(value));
}

/** A number as it was declared. */
export function exactNumber(value: number): string {
  return withMinus(value.toLocaleString(language, { maximumSignificantDigits: 6 }));
}

/** A share as it was declared. */
export function exactShare(value: number): string {
  const text = value.toLocaleString(language, { style: 'percent', maximumFractionDigits: 2 });
  return withMinus(text);
}

/** A hyphen before a figure is read as a dash. */
function withMinus(text: string): string {
  return text.replace('-', '−');
}

export function share(value: number): string {
  return value > 0 && value < 0.005 ? `< ${percent.format(0.01)}` : percent.format(value);
}

export function dayOf(time: string): string {
  const isWholeDay = time.length === 'YYYY-MM-DD'.length;
  return (isWholeDay ? wholeDay : day).format(new Date(time));
}

/** A whole day without its year, for the axis of a chart. */
export function dayInYear(time: string): string {
  return dayAndMonth.format(new Date(time));
}

export function momentOf(time: string): string {
  return moment.format(new Date(time));
}

/** Hour and minute at the place of the viewer. */
export function clockOf(timeMs: number): string {
  return clock.format(timeMs);
}

/** With seconds, for logs and for what happens several times in a minute. */
export function exactMomentOf(time: string): string {
  return second.format(new Date(time));
}

/** Relative up to a day, then the date. The clock of the viewer may be behind: nothing was made "in 5 minutes". */
export function sinceOf(time: string): string {
  const passedMs = Math.max(Date.now() - new Date(time).getTime(), 0);
  if (passedMs >= DAY_MS) return dayOf(time);
  const minutes = Math.round(passedMs / 60_000);
  return minutes < 60
    ? relative.format(-minutes, 'minute')
    : relative.format(-Math.round(minutes / 60), 'hour');
}

/** `RAW_MATERIALS` as "Raw materials", in the chosen language. */
export function wordsOf(name: string): string {
  return word(englishOf(name));
}

const languageNames = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' });

/** Name of a language by its tag; undefined for what is no tag of one. */
export function languageName(tag: string): string | undefined {
  return /^[a-z]{2,3}(-\w+)*$/i.test(tag) ? languageNames.of(tag) : undefined;
}

/** A heading as a part of a sentence. */
export function inSentence(text: string): string {
  return inSentenceOf(language, text);
}

/** "Reason: damaged", with the space that French has before a colon. */
export function labelled(label: string, text: string): string {
  return t('{label}: {text}', { label, text });
}

/** The unit that an amount is of: "piece" for one, "10 kg" for ten kilograms. */
export function declaredUnitText({
  amount,
  unit,
}: {
  readonly amount: number;
  readonly unit: string;
}): string {
  const name = inSentence(wordsOf(unit));
  return amount === 1 ? name : `${exactNumber(amount)} ${name}`;
}

/** A factor set with its version: that of a set of one's own is in no title. */
export function titleOfSet({ name, slug }: { readonly name: string; readonly slug: string }) {
  return `${name} (${slug})`;
}

/** Codes of a field of passports as choices of a select. */
export function codeChoicesOf(codes: readonly string[]) {
  return codes.map((code) => [code, fieldWord(englishOf(code))] as const);
}

/** Members of an enumeration as choices of a select. */
export function choicesOf(names: readonly string[]) {
  return names.map((name) => [name, wordsOf(name)] as const);
}
