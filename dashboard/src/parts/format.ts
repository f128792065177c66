/** Numbers and times as people read them. Only here is anything rounded. */

const LANGUAGE = 'en';
const threeFigures = new Intl.NumberFormat(LANGUAGE, {
  maximumSignificantDigits: 3,
  roundingMode: 'halfEven',
});
const percent = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 0 });
const day = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

const DAY_MS = 86_400_000;

export function figure(value: number): string {
  return threeFigures.format(value);
}

export function share(value: number): string {
  return value > 0 && value < 0.005 ? '< 1%' : percent.format(value);
}

export function dayOf(time: string): string {
  return day.format(new Date(time));
}

export function momentOf(time: string): string {
  return moment.format(new Date(time));
}

/** Relative up to a day, then the date. */
export function sinceOf(time: string): string {
  const passedMs = Date.now() - new Date(time).getTime();
  if (passedMs >= DAY_MS) return dayOf(time);
  const minutes = Math.round(passedMs / 60_000);
  return minutes < 60
    ? relative.format(-minutes, 'minute')
    : relative.format(-Math.round(minutes / 60), 'hour');
}

/** `RAW_MATERIALS` as "Raw materials". */
export function wordsOf(name: string): string {
  const text = name.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Members of an enumeration as choices of a select. */
export function choicesOf(names: readonly string[]) {
  return names.map((name) => [name, wordsOf(name)] as const);
}
