import { BOUNDARY_PHASES, type Boundary, type LifecyclePhase } from '@trackway/engine';
import { UNIT_SYMBOLS } from '../../rules/values/unit-symbols.ts';
import type { Brand } from './brand.ts';
import type { AssetLocale } from './model.ts';
import { declaredNumber } from './numbers.ts';
import type { WordKey, Words } from './words.ts';

/** Facts about one calculation that a label shows: plain data, from which the same picture always follows. */
export type FootprintFacts = {
  readonly calculationId: string;
  readonly snapshotHash: string;
  readonly engineVersion: string;
  readonly detail: 'BASIC' | 'FULL';
  /** Null for a BASIC calculation, which covers what was declared. */
  readonly boundary: Boundary | null;
  readonly co2eKg: number;
  /** The 95 % interval; null if none was calculated. */
  readonly range: { readonly lowCo2eKg: number; readonly highCo2eKg: number } | null;
  readonly phases: readonly { readonly phase: LifecyclePhase; readonly co2eKg: number }[];
  /** Phases of the boundary that the result does not contain. */
  readonly missingPhases: readonly LifecyclePhase[];
  /** True if parts of counted phases are missing, or parts that belong to no phase. */
  readonly isMissingMore: boolean;
  readonly productName: string;
  readonly declaredUnit: { readonly amount: number; readonly unit: string };
  readonly organizationName: string;
  /** `YYYY-MM-DD` in UTC. */
  readonly calculatedOn: string;
  readonly gwpSets: readonly string[];
  /** Body that verified the result, as its owner states; null if nobody did. */
  readonly verifier: string | null;
  /** Target of the symbol. */
  readonly url: string;
  /** GTIN with 14 digits; null if the product has none. */
  readonly gtin14: string | null;
  /** True for mock data and the sandbox. */
  readonly isSample: boolean;
  /** True if the product was changed after the calculation. */
  readonly isOutdated: boolean;
};

/** Choices about one picture. */
export type PictureChoices = {
  readonly locale: AssetLocale;
  /** Crosses the picture with the word for a preview. */
  readonly isPreview: boolean;
  readonly brand?: Brand | undefined;
};

const PHASE_WORDS: Readonly<Record<Exclude<LifecyclePhase, 'BEYOND_SYSTEM'>, WordKey>> = {
  RAW_MATERIALS: 'phaseRawMaterials',
  INBOUND_TRANSPORT: 'phaseInboundTransport',
  MANUFACTURING: 'phaseManufacturing',
  PACKAGING: 'phasePackaging',
  DISTRIBUTION: 'phaseDistribution',
  RETAIL: 'phaseRetail',
  INSTALLATION: 'phaseInstallation',
  USE: 'phaseUse',
  MAINTENANCE_REPAIR: 'phaseMaintenanceRepair',
  END_OF_LIFE: 'phaseEndOfLife',
};

/** Word for a phase that results sum. */
export function phaseWord(phase: LifecyclePhase): WordKey {
  return phase === 'BEYOND_SYSTEM' ? 'otherPhases' : PHASE_WORDS[phase];
}

export function boundaryWord({ boundary }: Pick<FootprintFacts, 'boundary'>): WordKey {
  const words = {
    CRADLE_TO_GATE: 'toGate',
    CRADLE_TO_SHELF: 'toShelf',
    CRADLE_TO_GRAVE: 'toGrave',
  } as const;
  return boundary === null ? 'declaredOnly' : words[boundary];
}

/** True if a boundary sums the phase; every phase for results without one. */
export function isWithin(boundary: Boundary | null, phase: LifecyclePhase): boolean {
  return boundary === null || BOUNDARY_PHASES[boundary].includes(phase);
}

/** Largest phases and the sum of the others, in kg CO2e; a null phase is the sum of the others. */
export function largestPhases(
  { phases }: Pick<FootprintFacts, 'phases'>,
  count: number,
): { readonly phase: LifecyclePhase | null; readonly co2eKg: number }[] {
  const counted = phases.filter(({ phase, co2eKg }) => phase !== 'BEYOND_SYSTEM' && co2eKg !== 0);
  const bySize = counted.toSorted((a, b) => Math.abs(b.co2eKg) - Math.abs(a.co2eKg));
  if (bySize.length <= count + 1) return bySize;
  const others = bySize.slice(count).reduce((sum, { co2eKg }) => sum + co2eKg, 0);
  return [...bySize.slice(0, count), { phase: null, co2eKg: others }];
}

/** Method, sets of global warming potentials and date, such as "Following ISO 14067, GWP100 AR5, 2026-11-24". */
export function methodText(
  { detail, gwpSets, calculatedOn }: Pick<FootprintFacts, 'detail' | 'gwpSets' | 'calculatedOn'>,
  words: Words,
): string {
  const sets = gwpSets.map((gwpSet) => gwpSetText(gwpSet, words)).join('\u00a0+\u00a0');
  const method = detail === 'FULL' ? [words.say('method')] : [];
  return [...method, `GWP100\u00a0${sets}`, calculatedOn].join(', ');
}

/** The parts of the life cycle that a result lacks, in one text; none if it lacks nothing. A brief one counts the stages. */
export function missingTexts(
  { missingPhases, isMissingMore }: Pick<FootprintFacts, 'missingPhases' | 'isMissingMore'>,
  { say }: Words,
  isBrief = false,
): string[] {
  const isCounted = isBrief && missingPhases.length > 1;
  const missing = isCounted
    ? [`${say('stages')}\u00a0(${missingPhases.length})`]
    : missingPhases.map((phase) => say(phaseWord(phase)));
  if (isMissingMore) missing.push(say('otherParts'));
  return missing.length === 0 ? [] : [say('without', { list: missing.join(', ') })];
}

export function verificationText(
  { verifier }: Pick<FootprintFacts, 'verifier'>,
  { say }: Words,
): string {
  return verifier === null ? say('notVerified') : say('verifiedBy', { name: verifier });
}

/** Name of a set of global warming potentials; a source that states none is named in the language of the asset. */
export function gwpSetText(gwpSet: string, { say }: Words): string {
  return gwpSet === 'not stated' ? say('notStated') : gwpSet;
}

/** "1 ×", "1 × pair" or "2 kg": how much of the product the amount is of, as it was declared. */
export function unitText(
  { amount, unit }: FootprintFacts['declaredUnit'],
  { say, locale }: Words,
): string {
  const number = declaredNumber(amount, locale);
  if (unit === 'PAIR') return `${number}\u00a0×\u00a0${say('pair')}`;
  return `${number}\u00a0${UNIT_SYMBOLS[unit] ?? '×'}`;
}
