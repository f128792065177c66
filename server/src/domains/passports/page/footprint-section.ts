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

/** The footprint: its number, its phases as a table with bars, and who calculated it. */
export function footprintSection(content: DppContent, words: Words): Html | undefined {
  const footprint = objectIn(content, 'footprint');
  const total = numberIn(footprint, 'co2eKg');
  if (footprint === undefined || total === undefined) return undefined;
  const { say } = words;
  const unit = unitText(footprint, words);
  return html`<section id="footprint"><h2>${say('footprint')}</h2>
<p class="total">${words.amount(total)} <span>kg CO<sub>2</sub>e</span></p>
<p class="quiet">${[unit, rangeText(footprint, words)].filter((text) => text !== undefined).join('. ')}</p>
${rangeBand(footprint)}
${phaseTable(footprint, words)}
<p class="note">${methodText(content, words)}</p></section>`;
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
export function unitText(footprint: DppContent, { say }: Words): string | undefined {
  const written = textIn(footprint, 'declaredUnit');
  if (written === undefined) return undefined;
  const [amount, unit = ''] = written.toUpperCase().split(' ');
  const word = UNIT_WORDS[unit];
  if (amount === '1' && word !== undefined) return say('perUnit', { unit: say(word) });
  const symbol = UNIT_SYMBOLS[unit];
  return say('perUnit', { unit: symbol === undefined ? written : `${amount} ${symbol}` });
}

const UNIT_WORDS: Readonly<Record<string, string>> = { PIECE: 'piece', PAIR: 'pair' };

/** The 95 % interval in words; undefined without one. */
export function rangeText(footprint: DppContent, words: Words): string | undefined {
  const [low, high] = [numberIn(footprint, 'co2eKgLow'), numberIn(footprint, 'co2eKgHigh')];
  if (low === undefined || high === undefined) return undefined;
  return words.say('range', { low: words.amount(low), high: words.amount(high) });
}

/** The interval as a band on an axis from zero, with a mark at the amount; the words have the numbers. */
function rangeBand(footprint: DppContent): Html | undefined {
  const [low, high] = [numberIn(footprint, 'co2eKgLow'), numberIn(footprint, 'co2eKgHigh')];
  const total = numberIn(footprint, 'co2eKg');
  if (low === undefined || high === undefined || total === undefined || low < 0 || high <= 0)
    return undefined;
  const at = (value: number) => ((value / high) * 95).toFixed(1);
  return html`<svg class="range" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true"><rect y="11" width="100" height="2" fill="var(--line)"/><rect x="${at(low)}" y="6" width="${at(high - low)}" height="12" fill="var(--accent)" opacity=".3"/><rect x="${at(total)}" width=".8" height="24" fill="var(--ink)"/></svg>`;
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
