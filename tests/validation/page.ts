import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Component, Product } from '../../engine/src/index.ts';
import { MODEL_VARIANCE } from '../../engine/src/model-variance.ts';
import { loadCatalogueFromFiles, loadGazetteer } from '../../server/src/domains/factors/index.ts';
import { REPORTED, type SectorBenchmark, sectorBenchmarks } from './carbon-catalogue.ts';
import { readCases } from './cases.ts';
import {
  absolute,
  type Comparison,
  compare,
  type Refused,
  type Summary,
  summarise,
} from './compare.ts';
import { estimateModelVariance, residualsOf, unseenCoverage } from './model-variance.ts';

export const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'validation.md');

type Result = Comparison | Refused;

/** All cases, calculated with the library that the service ships. */
export async function results(): Promise<Result[]> {
  const [{ library }, gazetteer] = await Promise.all([loadCatalogueFromFiles(), loadGazetteer()]);
  return readCases().map((validation) => compare(validation, library, gazetteer));
}

/** The page `docs/validation.md`. */
export function validationPage(all: readonly Result[]): string {
  const groups = [...new Set(all.map((result) => result.case.group))];
  return `# Validation

${all.length} real products whose footprints somebody published, calculated again from a bill of
materials. The cases are data (\`data/validation/\`), \`bin/node tests/validation/page.ts\` calculates them
with the library that the service ships and writes this page, and a test keeps it true.

- **Published** is the value of the declaration over the stated boundary, in kg CO2e per reference flow.
  "Known" marks a value that is common knowledge of the field and was not seen in the source.
- **FULL** and **BASIC** are our results for the same boundary. The ratio is FULL divided by published.
- **Interval** is our 95 % interval; "no" in the last column means that the published value is outside.
- No factor, default or basic variance was fitted to a product. One number was estimated from these products: the
  variance of the model, the same for every result; it widens intervals and moves no result. Bills are as a practitioner would estimate them:
  declarations rarely state theirs, and where masses are a judgement, the case says so. A deviation
  therefore measures the bill as well as the library.
- Some bills were changed after a first calculation: materials that the library did not know were renamed, batteries,
  displays and drives were declared by kWh, m² or piece, chip areas were added to laptops and the phone, and
  the chair of pine is compared with another published chair. Such cases are no blind test.

${summary(summarise(all))}

${calibration(all)}

${groups.map((group) => groupTable(group, all)).join('\n\n')}

${benchmarks(sectorBenchmarks(all))}

## Cases

${all.map(details).join('\n\n')}
`;
}

function summary({
  count,
  refused,
  medianRatio,
  withinTwo,
  beyondThree,
  insideShare,
  logSpread,
}: Summary): string {
  const names = beyondThree.map((result) => result.case.name).join('; ');
  return `| measure | goal | reached |
|---|---|---|
| products calculated | all | ${count - refused} of ${count} |
| median absolute ratio | 1.3 at most | ${medianRatio.toFixed(2)} |
| within a factor of 2 | 90 % | ${percent(withinTwo)} |
| beyond a factor of 3 | none without a stated reason | ${beyondThree.length}${names === '' ? '' : ` (${names})`} |
| published value inside our 95 % interval | 90 % | ${percent(insideShare)} |
| standard deviation of ln(FULL / published) | – | ${logSpread.toFixed(2)} |

The intervals cover the spread of factors and the error of the model ([quality.md](methods/quality.md)).`;
}

function calibration(all: readonly Result[]): string {
  const residuals = residualsOf(all.filter((result) => 'full' in result));
  const { variance, low, high } = estimateModelVariance(residuals);
  const bare = residuals.filter(
    ({ logRatio, parameterVariance }) => Math.abs(logRatio) <= 1.96 * Math.sqrt(parameterVariance),
  );
  return `## Calibration of the intervals

The factors alone explain too little: with their variance only, ${percent(bare.length / residuals.length)} of the published values would be
inside. The rest is the error of the model: choice of factors, defaults, boundaries, judgement of bills. Its variance of
ln x is estimated by maximum likelihood, ln(FULL / published) ~ N(0, variance of the parameters + variance of
the model), as ${variance.toFixed(3)} (95 % interval of the likelihood ratio ${low.toFixed(3)} to ${high.toFixed(3)}); the engine uses ${MODEL_VARIANCE}. So that this is no
fit to the page, each product is judged by an interval whose estimate has not seen it:

| intervals estimated without | published values inside |
|---|---|
| the product itself | ${percent(unseenCoverage(residuals, 'PRODUCT'))} |
| the whole group of the product | ${percent(unseenCoverage(residuals, 'GROUP'))} |`;
}

function benchmarks(sectors: readonly SectorBenchmark[]): string {
  const rows = sectors.map(({ sector, products, low, median, high, ours, inside }) => {
    const range = `${figure(low)} – ${figure(high)}`;
    return `| ${sector} | ${products} | ${figure(median)} | ${range} | ${ours.length} | ${inside} |`;
  });
  const outside = sectors.flatMap(({ ours, low, high }) =>
    ours.filter(({ co2eKgPerKg }) => co2eKgPerKg < low || co2eKgPerKg > high),
  );
  return `## Footprints that companies reported

The Carbon Catalogue (Meinrenken et al. 2022, Scientific Data 9:87, doi 10.1038/s41597-022-01178-9, CC BY 4.0;
\`data/validation/carbon-catalogue.csv\`) holds ${REPORTED} footprints that companies reported in 2013 to 2017. They have
no bills of materials and are of every method, so that they are no validation of a single result and never a
factor. They bound the plausible: where a product of the list above is outside the 90 % of its sector, look why.
Values are cradle to gate, kg CO2e per kg of product, of the reports that state stages and mass.

| sector | reported | median | 5th to 95th percentile | our products | inside |
|---|---|---|---|---|---|
${rows.join('\n')}

Outside: ${outside.map(({ name, co2eKgPerKg }) => `${name} (${figure(co2eKgPerKg)})`).join('; ')}. The sectors are broad: a material or a
glass of water weighs in with the same range as a machine or a meal.`;
}

function groupTable(group: string, all: readonly Result[]): string {
  const rows = all.filter((result) => result.case.group === group).map(tableRow);
  return `## ${group[0]?.toUpperCase()}${group.slice(1)}

| product | boundary | published | FULL | BASIC | ratio | interval | inside |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}`;
}

function tableRow(result: Result): string {
  const { name, boundary, published } = result.case;
  const value = `${figure(published.kgCo2e)}${published.evidence === 'known' ? ' (known)' : ''}`;
  if (!('full' in result)) return `| ${name} | ${boundary} | ${value} | refused | | | | |`;
  const { full, basicCo2eKg, ratio, interval, isInside } = result;
  const cells = [
    name,
    boundary,
    value,
    figure(full.co2eKg),
    figure(basicCo2eKg),
    ratio.toFixed(2),
    `${figure(interval.low)} – ${figure(interval.high)}`,
    isInside ? 'yes' : 'no',
  ];
  return `| ${cells.join(' | ')} |`;
}

function details(result: Result): string {
  const { name, referenceFlow, published, billSource, difference, product } = result.case;
  const range =
    published.lowKgCo2e === undefined || published.highKgCo2e === undefined
      ? ''
      : `; range ${figure(published.lowKgCo2e)} to ${figure(published.highKgCo2e)}`;
  const lines = [
    `- Reference flow: ${referenceFlow}.`,
    `- Published: [${published.source}](${published.url}), ${published.year}${range}.`,
    `- Inputs: ${inputs(product)} (${billSource}).`,
    ...('full' in result ? largest(result) : [`- Refused: ${result.reasons.join(' ')}`]),
    ...(difference === '' ? [] : [`- Why they differ: ${difference}`]),
  ];
  return `### ${name}\n\n${lines.join('\n')}`;
}

/** Contributions that explain the result, and the reason for a large deviation if we know one. */
function largest({ full, ratio, case: { difference } }: Comparison): string[] {
  const parts = full.contributions
    .slice(0, 4)
    .map(({ label, co2eKg, factorName }) => `${label} ${figure(co2eKg)} (${factorName})`);
  const isUnexplained = absolute(ratio) > 1.5 && difference === '';
  return [
    `- Largest contributions: ${parts.join('; ')}.`,
    ...(isUnexplained
      ? ['- Why they differ: not known; the bill and the factors are both estimates.']
      : []),
    ...full.warnings.map(({ message }) => `- Warning: ${message}`),
  ];
}

function inputs({ components = [], packaging = [], processSteps = [] }: Product): string {
  return [
    ...components.map(component),
    ...packaging.map((pack) => `pack: ${pack.material ?? ''} ${figure(pack.massKg)} kg`),
    ...processSteps.map((step) => `step: ${step.name ?? step.process ?? ''}`),
  ].join(', ');
}

function component({
  material,
  massKg,
  originCountry,
  recycledShare,
  lossRate,
}: Component): string {
  const more = [
    originCountry ?? '',
    recycledShare === undefined ? '' : `${percent(recycledShare)} recycled`,
    lossRate === undefined ? '' : `${percent(lossRate)} lost`,
  ].filter((text) => text !== '');
  const note = more.length === 0 ? '' : ` (${more.join(', ')})`;
  return `${material ?? ''} ${figure(massKg ?? 0)} kg${note}`;
}

/** Three significant figures, without an exponent. */
function figure(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

if (import.meta.main) await writeFile(PAGE, validationPage(await results()));
