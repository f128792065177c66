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
  const unit = textIn(footprint, 'declaredUnit');
  const name = textIn(objectIn(content, 'economicOperator'), 'name') ?? '';
  return html`<section id="footprint"><h2>${say('footprint')}</h2>
<p class="total">${words.number(total)} <span>kg CO<sub>2</sub>e</span></p>
${unit === undefined ? undefined : html`<p class="quiet">${say('perUnit', { unit })}</p>`}
${phaseTable(footprint, words)}
<p class="note">${say('calculated', { name })}</p></section>`;
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
      html`<tr><th scope="row">${words.say(word)}</th><td>${bar(value / most, colour)}</td><td>${words.number(value)}</td></tr>`,
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
