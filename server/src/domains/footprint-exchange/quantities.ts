import type { Contribution, FullDetails } from '@trackway/engine';
import {
  type FootprintResult,
  type FootprintRow,
  type Period,
  type Quantities,
  UNITS,
} from './model.ts';

const VALID_YEARS = 3;

/**
 * Quantities of a calculation from cradle to gate in the terms of PACT 3.0 and Catena-X PCF 9.0.0; undefined if one of
 * the quantities that both require cannot be stated.
 */
export function quantitiesOf(row: FootprintRow, result: FootprintResult): Quantities | undefined {
  const { full, subject } = result;
  if (full === null || full.boundary !== 'CRADLE_TO_GATE') return undefined;
  const unit = UNITS[subject.declaredUnit.unit];
  const massKg = massOf(row, result);
  const assessmentReports = reportsOf(result);
  const excluding = full.greenhouseGases.excludingBiogenicCo2eKg;
  // Factors that do not split it count it as fossil: a zero would say that it was looked for.
  const landUseChange = full.greenhouseGases.landUseChangeCo2eKg || null;
  const fossilGhg = excluding - (landUseChange ?? 0);
  if (unit === undefined || massKg === undefined || assessmentReports.length === 0)
    return undefined;
  if (fossilGhg < 0) return undefined;
  const uptake = uptakeOf(full);
  const packaging = result.phases.find(({ phase }) => phase === 'PACKAGING')?.co2eKg ?? 0;
  return {
    unit: unit.word,
    amount: subject.declaredUnit.amount * unit.count,
    massKg,
    excludingBiogenicUptake: excluding,
    includingBiogenicUptake: excluding + (uptake ?? 0),
    fossilGhg,
    landUseChange,
    biogenicUptake: uptake,
    aircraft: full.greenhouseGases.aircraftCo2eKg,
    packaging: packaging > 0 ? packaging : null,
    exemptedPercent: full.exemptedEmissionsPercent,
    primaryDataPercent: full.primaryDataShare * 100,
    assessmentReports,
    ...periodsOf(row.createdAt),
    sources: result.factorSets.map(({ slug, title }) => sourceOf(slug, title)),
    notes: notesOf(row, result, full, uptake),
  };
}

/**
 * Mass of the declared unit without packaging (PACT: productMassPerDeclaredUnit), 0 for energy and transport.
 * Without a declared net mass it is that of the components, if each of them states its own.
 */
function massOf(row: FootprintRow, { subject }: FootprintResult): number | undefined {
  const { unit, amount } = subject.declaredUnit;
  if (unit === 'KWH' || unit === 'TKM') return 0;
  if (unit === 'KG') return amount;
  return row.netMassKg ?? row.componentMassKg ?? undefined;
}

/**
 * Reports of the IPCC behind the potentials (PACT: ipccCharacterizationFactors). The climate category of EF 3.1
 * uses those of AR6 (JRC, EF 3.1 characterisation factors, 2022).
 */
function reportsOf({ gwp }: FootprintResult): string[] {
  const reports = gwp.sets.flatMap(({ gwpSet }) => {
    if (gwpSet.startsWith('EF 3.1')) return ['AR6'];
    return ASSESSMENT_REPORTS[gwpSet] ?? gwpSet.match(/AR\d+/g) ?? [];
  });
  return [...new Set(reports)].toSorted();
}

const ASSESSMENT_REPORTS: Readonly<Record<string, readonly string[]>> = {
  SAR: ['AR2'],
  TAR: ['AR3'],
};

/**
 * Net CO2 that the biomass in the product took up and still holds at the gate, as a number not above 0 (PACT:
 * biogenicCO2Uptake): emissions less removals. Null unless every factor of the result states both.
 */
function uptakeOf({ greenhouseGases }: FullDetails): number | null {
  const { biogenicEmissionsKg, biogenicRemovalsKg, biogenicReason } = greenhouseGases;
  if (biogenicReason !== null || biogenicEmissionsKg === null || biogenicRemovalsKg === null)
    return null;
  const net = biogenicEmissionsKg - biogenicRemovalsKg;
  return net > 0 ? null : net;
}

/**
 * A bill of materials describes a product on the day of its calculation, so the reference period is the year up to
 * that day. It is valid for three years after it, as PACT sets without a stated period.
 */
function periodsOf(createdAt: Date): {
  readonly referencePeriod: Period;
  readonly validityPeriod: Period;
} {
  const end = new Date(createdAt);
  end.setUTCHours(0, 0, 0, 0);
  const yearsAfter = (years: number): Date => {
    const day = new Date(end);
    day.setUTCFullYear(end.getUTCFullYear() + years);
    return day;
  };
  return {
    referencePeriod: { start: yearsAfter(-1), end },
    validityPeriod: { start: end, end: yearsAfter(VALID_YEARS) },
  };
}

/** A set by its title and the version that its slug ends with: `desnz-2025`. */
function sourceOf(slug: string, title: string): Quantities['sources'][number] {
  return { name: title, version: /-(\d.*)$/.exec(slug)?.[1] ?? slug };
}

function notesOf(
  row: FootprintRow,
  { contributions, notCovered, snapshotHash }: FootprintResult,
  { greenhouseGases }: FullDetails,
  uptake: number | null,
): string[] {
  const isOfSupplier = ({ setId }: Contribution) => setId === 'supplier';
  return [
    `Calculated by Trackway; the snapshot with SHA-256 ${snapshotHash} repeats it.`,
    'Reference period: the bill of materials as of the day of the calculation.',
    ...(row.fossilCarbonContentKg === null
      ? [
          'The fossil carbon content was not determined; it is written as 0 because the format requires a number.',
        ]
      : []),
    ...(uptake === null
      ? [
          `Biogenic uptake is unknown, so no credit is taken: both totals are equal. ${greenhouseGases.biogenicReason ?? ''}`.trim(),
        ]
      : []),
    ...(greenhouseGases.landUseChangeCo2eKg
      ? []
      : ['Land-use change is not stated apart by the factors used.']),
    ...(row.originCountry === null ? ['The country of production is not declared.'] : []),
    ...(Iterator.from(contributions).some(isOfSupplier)
      ? ["Contains footprints of the owner's suppliers."]
      : []),
    ...(notCovered.length > 0 ? [`Not covered: ${notCovered.length} flows.`] : []),
  ];
}
