import type { CalculationResult } from '../calculations/index.ts';
import { missingCharacters } from './drawing/fonts.ts';
import type { FootprintFacts } from './facts.ts';
import type { WordKey, Words } from './words.ts';

/** Facts that a report shows: those of a label, the texts of its study, and everything that explains them. */
export type ReportFacts = Omit<FootprintFacts, 'url' | 'gtin14'> & StudyFacts & ReportDetails;

type StudyFacts = {
  readonly goal: string | null;
  readonly conclusions: string | null;
  /** Carbon in the product, as its maker states; null if he does not. */
  readonly biogenicCarbonContentKg: number | null;
};

type Full = NonNullable<CalculationResult['full']>;

/** A contribution as the report shows it. */
type ReportContribution = Pick<
  CalculationResult['contributions'][number],
  'label' | 'phase' | 'amount' | 'unit' | 'factorName' | 'source' | 'geography' | 'year'
> &
  Pick<CalculationResult['contributions'][number], 'co2eKgPerUnit' | 'co2eKg' | 'share'>;

type ReportDetails = {
  readonly contributions: readonly ReportContribution[];
  /** Contributions that are too small for a line of their own. */
  readonly otherContributions: { readonly count: number; readonly co2eKg: number };
  readonly assumptions: readonly {
    /** Name of the part of the product; empty if it is of none, but of the area. */
    readonly part: string;
    readonly area: WordKey | null;
    readonly value: string | number;
    readonly reason: string;
    readonly source: string;
    readonly share: number;
  }[];
  readonly otherAssumptionCount: number;
  /** `part` is empty if all of a phase is missing. */
  readonly gaps: readonly (Pick<CalculationResult['notCovered'][number], 'phase' | 'reason'> & {
    readonly part: string;
  })[];
  readonly warnings: readonly string[];
  /** The earliest and the latest year that a factor of the result is of; null if none states one. */
  readonly factorYears: { readonly from: number; readonly to: number } | null;
  readonly sets: readonly {
    /** Title with the version. */
    readonly title: string;
    readonly licence: string;
    readonly attribution: string;
    readonly urls: readonly string[];
  }[];
  readonly gwpShares: CalculationResult['gwp']['sets'];
  readonly beyondSystemCo2eKg: number;
} & Pick<
  Full,
  | 'recycling'
  | 'electricity'
  | 'greenhouseGases'
  | 'uncertainty'
  | 'sensitivities'
  | 'dataQuality'
  | 'primaryDataShare'
  | 'perUse'
  | 'perYear'
> & { readonly iterations: number | null };

const MOST_CONTRIBUTIONS = 40;
const MOST_LINES = 60;
const MOST_SENSITIVITIES = 8;
const LONGEST_TEXT = 300;

/** The details of a FULL result, with texts in the language of the report that the fonts have. */
export function reportDetails(
  result: CalculationResult,
  full: Full,
  words: Pick<Words, 'translated' | 'phrase'>,
): ReportDetails {
  const label = (text: string) => printable(words.phrase('label', text));
  const sentence = (text: string) => printable(words.translated(text));
  const kept = result.contributions.slice(0, MOST_CONTRIBUTIONS);
  const others = result.contributions.slice(MOST_CONTRIBUTIONS);
  const partIn = partNames(result);
  const partOf = (path: readonly (string | number)[]) => label(partIn(path));
  return {
    contributions: kept.map((each) => ({
      phase: each.phase,
      amount: each.amount,
      year: each.year,
      co2eKgPerUnit: each.co2eKgPerUnit,
      co2eKg: each.co2eKg,
      share: each.share,
      label: label(each.label),
      unit: printable(words.phrase('unit', each.unit)),
      factorName: printable(each.factorName),
      source: printable(each.source),
      geography: printable(each.geography),
    })),
    otherContributions: {
      count: others.length,
      co2eKg: others.reduce((sum, { co2eKg }) => sum + co2eKg, 0),
    },
    assumptions: result.assumptions
      .slice(0, MOST_LINES)
      .map(({ path, value, reason, source, contributionShare }) => ({
        part: partOf(path),
        area: areaOf(path),
        value: typeof value === 'number' ? value : printable(words.phrase('value', value)),
        reason: sentence(reason),
        source: printable(words.phrase('source', source)),
        share: contributionShare,
      })),
    otherAssumptionCount: Math.max(0, result.assumptions.length - MOST_LINES),
    gaps: result.notCovered
      .slice(0, MOST_LINES)
      .map(({ path, phase, reason }) => ({ part: partOf(path), phase, reason: sentence(reason) })),
    warnings: result.warnings.slice(0, MOST_LINES).map(({ message }) => sentence(message)),
    factorYears: yearsOf(result),
    sets: result.factorSets.map(({ title, slug, licence, attribution, attributionUrls }) => ({
      title: printable(`${title} (${slug})`),
      licence: printable(licence),
      attribution: printable(attribution),
      urls: attributionUrls.map(printable),
    })),
    gwpShares: result.gwp.sets,
    beyondSystemCo2eKg: full.beyondSystemCo2eKg,
    recycling: full.recycling,
    electricity: full.electricity,
    greenhouseGases: full.greenhouseGases,
    uncertainty: full.uncertainty,
    iterations: full.monteCarlo?.iterations ?? null,
    sensitivities: full.sensitivities
      .slice(0, MOST_SENSITIVITIES)
      .map((each) => ({ ...each, label: label(each.label) })),
    dataQuality: full.dataQuality,
    primaryDataShare: full.primaryDataShare,
    perUse: full.perUse,
    perYear: full.perYear ?? null,
  };
}

/** Words for the fields of a product that an assumption may be about. */
const AREAS: Readonly<Record<string, WordKey>> = {
  components: 'phaseRawMaterials',
  processSteps: 'phaseManufacturing',
  packaging: 'phasePackaging',
  transportLegs: 'phaseDistribution',
  useProfile: 'phaseUse',
  endOfLife: 'phaseEndOfLife',
  gwpSet: 'gases',
};

function areaOf([root]: readonly (string | number)[]): WordKey | null {
  return AREAS[String(root)] ?? null;
}

/**
 * Names of the parts of the product that paths lead to. The shortest label of a part is its name: those of its ways,
 * losses and treatments begin with it. What has neither a name nor an area is named by its path.
 */
function partNames({ contributions }: CalculationResult) {
  const keyOf = (path: readonly (string | number)[]) => path.slice(0, 2).join('.');
  const labels = new Map<string, string>();
  for (const { path, label } of contributions) {
    const known = labels.get(keyOf(path));
    if (known === undefined || label.length < known.length) labels.set(keyOf(path), label);
  }
  return (path: readonly (string | number)[]): string => {
    const label = path.length < 2 ? undefined : labels.get(keyOf(path));
    return label ?? (areaOf(path) === null ? path.join('.') : '');
  };
}

function yearsOf({ contributions }: CalculationResult): ReportDetails['factorYears'] {
  const years = contributions.flatMap(({ year }) => year ?? []);
  return years.length === 0 ? null : { from: Math.min(...years), to: Math.max(...years) };
}

/** A text of a data source in characters that the fonts have, in a length that a page holds. */
function printable(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, LONGEST_TEXT);
  const missing = missingCharacters('TEXT', plain);
  return missing.reduce((kept, character) => kept.replaceAll(character, '?'), plain);
}
