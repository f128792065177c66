import { UNIT_SYMBOLS } from '../../../rules/values/unit-symbols.ts';
import type { DppContent } from '../model.ts';
import { numberIn, objectIn, objectsIn, textIn } from '../projections/content.ts';
import { type Html, html } from './html.ts';
import type { Words } from './words.ts';

/** Phases in the order of life, each with its word and colour of the tokens. */
const PHASES: readonly (readonly [string, string])[] = [
  ['RAW_MATERIALS', 'phaseRawMaterials'],
  ['INBOUND_TRANSPORT', 'phaseInboundTransport'],
  ['MANUFACTURING', 'phaseManufacturing'],
  ['PACKAGING', 'phasePackaging'],
  ['DISTRIBUTION', 'phaseDistribution'],
  ['RETAIL', 'phaseRetail'],
  ['INSTALLATION', 'phaseInstallation'],
  ['USE', 'phaseUse'],
  ['MAINTENANCE_REPAIR', 'phaseMaintenanceRepair'],
  ['END_OF_LIFE', 'phaseEndOfLife'],
  ['BEYOND_SYSTEM', 'phaseBeyondSystem'],
];

/** A way by car that emits as much as a footprint, with the place and the year of its source. */
export type CarWay = { readonly km: number; readonly region: string; readonly year: number };

/** The footprint: its number, its phases as a table with bars, what it compares to, and who calculated it. */
export function footprintSection(
  content: DppContent,
  words: Words,
  carWay?: CarWay,
): Html | undefined {
  const footprint = objectIn(content, 'footprint');
  const total = numberIn(footprint, 'co2eKg');
  if (footprint === undefined || total === undefined) return undefined;
  const { say } = words;
  const unit = unitText(footprint, words);
  return html`<section id="footprint"><h2>${say('footprint')}</h2>
<p class="total">${words.amount(total)} <span>kg CO<sub>2</sub>e</span></p>
<p class="quiet">${[unit, rangeText(footprint, words)].filter((text) => text !== undefined).join('. ')}</p>
${rangeBand(footprint, words)}
${phaseTable(footprint, words)}
<p class="note">${carWay && html`${carText(carWay, words)}<br>`}${methodText(content, words)}</p></section>`;
}

function carText({ km, region, year }: CarWay, { say, number, country }: Words): string {
  return say('carWay', { km: number(km), place: country(region), year });
}

/**
 * Author and method of the footprint. A BASIC one has gaps, so it does not follow ISO 14067. One of a passport that was taken over
 * is of the earlier operator until it is refreshed.
 */
export function methodText(content: DppContent, { say }: Words): string {
  const footprint = objectIn(content, 'footprint');
  const operator = textIn(objectIn(content, 'economicOperator'), 'name');
  return say(textIn(footprint, 'detail') === 'BASIC' ? 'calculatedDeclared' : 'calculated', {
    name: textIn(footprint, 'calculatedBy') ?? operator ?? '',
  });
}

/** The unit that the amount is of, in words. */
export function unitText(footprint: DppContent, { say, measure }: Words): string | undefined {
  const written = textIn(footprint, 'declaredUnit');
  if (written === undefined) return undefined;
  const [amount, unit = ''] = written.toUpperCase().split(' ');
  const word = UNIT_WORDS[unit];
  if (amount === '1' && word !== undefined) return say('perUnit', { unit: say(word) });
  const symbol = UNIT_SYMBOLS[unit];
  // Content that is written by hand may have another text here.
  const isMeasured = symbol !== undefined && Number.isFinite(Number(amount));
  return say('perUnit', { unit: isMeasured ? measure(Number(amount), symbol) : written });
}

const UNIT_WORDS: Readonly<Record<string, string>> = { PIECE: 'piece', PAIR: 'pair' };

/** The 95 % interval in words; undefined without one. */
export function rangeText(footprint: DppContent, words: Words): string | undefined {
  const [low, high] = [numberIn(footprint, 'co2eKgLow'), numberIn(footprint, 'co2eKgHigh')];
  if (low === undefined || high === undefined) return undefined;
  return words.say('range', { low: words.amount(low), high: words.amount(high) });
}

/** Share of the axis up to the upper end; the rest is for its figure. */
const HIGH_AT = 88;
/** Share of the narrowest axis that a digit takes. */
const DIGIT = 2.8;

/** The interval as a band on an axis from zero with its figures. The words above have them too, in any size of text. */
function rangeBand(footprint: DppContent, words: Words): Html | undefined {
  const [low, high] = [numberIn(footprint, 'co2eKgLow'), numberIn(footprint, 'co2eKgHigh')];
  const total = numberIn(footprint, 'co2eKg');
  if (low === undefined || high === undefined || total === undefined || low < 0 || high <= 0)
    return undefined;
  const marks = [low, total, high].map((value) => {
    const text = words.amount(value);
    return { text, at: (value / high) * HIGH_AT, half: (text.length * DIGIT) / 2 };
  });
  const isClose = marks.some(({ at, half }, index) => {
    const before = marks[index - 1];
    return (
      before !== undefined && at - half - DIGIT / 2 < Math.max(before.at, before.half) + before.half
    );
  });
  const figures = marks.map(({ text, at, half }, index) => {
    // Figures that would meet are on two lines.
    const y = isClose && index === 1 ? 58 : 40;
    return html`<text x="${at.toFixed(1)}%" y="${y}" text-anchor="${at < half ? 'start' : 'middle'}">${text}</text>`;
  });
  const [from, mark] = marks.map(({ at }) => at.toFixed(1));
  const width = (HIGH_AT - (low / high) * HIGH_AT).toFixed(1);
  return html`<svg class="range" height="${isClose ? 64 : 46}" aria-hidden="true"><rect y="11" width="100%" height="2" fill="var(--line)"/><rect x="${from}%" y="6" width="${width}%" height="12" rx="6" fill="var(--accent)" opacity=".3"/><line x1="${mark}%" x2="${mark}%" y2="24"/>${figures}</svg>`;
}

/** The phases of a footprint in the order of life, with their words. */
export function phaseRows(footprint: DppContent) {
  const amounts = new Map(
    objectsIn(footprint, 'phases').map((row) => [textIn(row, 'phase'), numberIn(row, 'co2eKg')]),
  );
  return PHASES.flatMap(([phase, word], at) => {
    const value = amounts.get(phase);
    return value === undefined ? [] : [{ word, value, colour: at + 1 }];
  });
}

function phaseTable(footprint: DppContent, words: Words): Html | undefined {
  const rows = phaseRows(footprint);
  if (rows.length === 0) return undefined;
  const most = Math.max(...rows.map(({ value }) => Math.abs(value)));
  return html`<table><caption>${words.say('phase')}, kg CO<sub>2</sub>e</caption><tbody>${rows.map(
    ({ word, value, colour }) =>
      html`<tr><th scope="row">${words.say(word)}</th><td>${bar(value / most, colour)}</td><td>${words.amount(value)}</td></tr>`,
  )}</tbody></table>`;
}

/** A bar from zero; one of a credit (a negative value) is an outline. The number is next to it. */
function bar(share: number, colour: number): Html {
  const width = Math.max(0.5, Math.abs(share) * 100).toFixed(1);
  const paint =
    share < 0 || colour > 10
      ? html`fill="none" stroke="var(--ink-3)" stroke-dasharray="3"`
      : html`fill="var(--p${colour})"`;
  return html`<svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="12" ${paint}/></svg>`;
}
