import { detailNumber, type Factor, type SourcedFactor } from './factor.ts';
import { sha256Hex } from './sha256.ts';

/**
 * A factor from a supplier's own product footprint: a PACT `ProductFootprint` document, 2.x or 3.0,
 * in kg CO2e per declared unit. PACT 2.x states its values per declared unit, whatever
 * `unitaryProductAmount` is; 3.0 states them for `declaredUnitAmount`. What cannot be read comes back
 * as one sentence.
 */
export function readSupplierPcf(document: unknown): SourcedFactor | string {
  const footprint = membersOf(document);
  const pcf = membersOf(footprint['pcf']);
  const unit = pcf['declaredUnitOfMeasurement'] ?? pcf['declaredUnit'];
  const isSecond = isSecondVersion(footprint, pcf);
  const amount = isSecond ? 1 : decimal(pcf['declaredUnitAmount']);
  const total = decimal(pcf['pcfExcludingBiogenicUptake'] ?? pcf['pCfExcludingBiogenic']);
  if (typeof footprint['id'] !== 'string') return 'A supplier footprint needs its id.';
  if (typeof unit !== 'string') return 'A supplier footprint needs pcf.declaredUnitOfMeasurement.';
  if (amount === undefined || amount <= 0) {
    return 'A supplier footprint needs pcf.declaredUnitAmount above 0.';
  }
  if (total === undefined) return 'A supplier footprint needs pcf.pcfExcludingBiogenicUptake.';
  if (total <= 0 && !hasRemovals(pcf)) {
    return `A supplier footprint of ${total} kg CO2e is not above 0 and declares no removals.`;
  }
  const misstated = misstatedRange(pcf, isSecond);
  if (misstated !== undefined) return misstated;
  const perUnit = (field: string) => {
    const value = decimal(pcf[field]);
    return value === undefined ? null : value / amount;
  };
  const sourceId = `pcf:${footprint['id']}`;
  const company = text(footprint['companyName']) ?? 'supplier';
  const content: Omit<SourcedFactor, 'id'> = {
    setId: SUPPLIER_SET_ID,
    sourceId,
    name:
      text(footprint['productNameCompany']) ?? text(footprint['productDescription']) ?? sourceId,
    category: 'Supplier footprint',
    subcategory: company,
    activity: 'supplier_pcf',
    unit,
    geography: text(pcf['geographyCountry']) ?? 'GLO',
    year: lastYearOf(pcf['referencePeriodEnd']),
    co2eKgPerUnit: total / amount,
    fossilCo2Kg: perUnit('fossilGhgEmissions'),
    ch4Co2eKg: null,
    n2oCo2eKg: null,
    biogenicCo2Kg: null,
    gwpSet: assessmentReport(pcf),
    indicators: null,
    details: supplierDetails(footprint, pcf, isSecond, perUnit),
    source: company,
    sourceTable: `PACT ${text(footprint['specVersion']) ?? 'product footprint'}`,
    sourceReference: footprint['id'],
    sourceNote: '',
  };
  // A supplier may send two contents under one id: a later version, or a mistake.
  return { id: `${sourceId}:${sha256Hex(JSON.stringify(content)).slice(0, 16)}`, ...content };
}

/** IPCC report of the warming potentials: a list in PACT 3 and 2.2, one word in PACT 2.0. */
function assessmentReport(pcf: Readonly<Record<string, unknown>>): string {
  const stated =
    pcf['ipccCharacterizationFactors'] ??
    pcf['ipccCharacterizationFactorsSources'] ??
    pcf['characterizationFactors'];
  if (Array.isArray(stated) && stated.length > 0) return stated.join(', ');
  return text(stated) ?? 'not stated';
}

/** The set that supplier footprints belong to: none that is published. */
export const SUPPLIER_SET_ID = 'supplier';

type Members = Readonly<Record<string, unknown>>;

function supplierDetails(
  footprint: Members,
  pcf: Members,
  isSecond: boolean,
  perUnit: (field: string) => number | null,
): Record<string, string> {
  const details: Record<string, string> = {};
  const put = (name: string, value: unknown) => {
    if (value !== null && value !== undefined) details[name] = String(value);
  };
  put('primary_data_share', decimal(pcf['primaryDataShare']));
  // PACT 3.0 states the mass of the declared amount, such as two pieces; 0 where mass means nothing, such as for a kilowatt-hour.
  put('mass_kg_per_declared_unit', perUnit('productMassPerDeclaredUnit') || undefined);
  put('exempted_emissions_percent', decimal(pcf['exemptedEmissionsPercent']));
  put('valid_until', text(footprint['validityPeriodEnd']) ?? threeYearsAfter(pcf));
  const dqi = membersOf(pcf['dqi']);
  for (const [column, field] of Object.entries(DQI_FIELDS)) {
    const rating = decimal(dqi[field]);
    // PACT 2.x rates 1 to 3, the pedigree matrix and PACT 3.0 rate 1 to 5.
    if (rating !== undefined) put(column, isSecond ? 2 * rating - 1 : rating);
  }
  put('land_use_change_kgco2e', perUnit('landUseChangeGhgEmissions'));
  put('aircraft_kgco2e', perUnit('aircraftGhgEmissions'));
  put('biogenic_uptake_kgco2e', perUnit('biogenicCO2Uptake'));
  return details;
}

/** Columns of data quality by the members of `pcf.dqi`. */
const DQI_FIELDS: Readonly<Record<string, string>> = {
  dqr_technology: 'technologicalDQR',
  dqr_geography: 'geographicalDQR',
  dqr_temporal: 'temporalDQR',
  dqr_completeness: 'completenessDQR',
  dqr_precision: 'reliabilityDQR',
};

/** A statement outside the range that PACT gives it would count as it is: 180 % of primary data. */
function misstatedRange(pcf: Members, isSecond: boolean): string | undefined {
  const dqi = membersOf(pcf['dqi']);
  const check = (of: Members, field: string, least: number, most: number) => {
    const value = decimal(of[field]) ?? least;
    if (value >= least && value <= most) return [];
    return [`${field} of a supplier footprint is ${least} to ${most} (got ${value}).`];
  };
  return [
    ...check(pcf, 'productMassPerDeclaredUnit', 0, 1e12),
    ...check(pcf, 'primaryDataShare', 0, 100),
    ...check(pcf, 'exemptedEmissionsPercent', 0, 100),
    ...Object.values(DQI_FIELDS).flatMap((field) => check(dqi, field, 1, isSecond ? 3 : 5)),
  ][0];
}

function isSecondVersion(footprint: Members, pcf: Members): boolean {
  const version = text(footprint['specVersion']);
  if (version !== undefined) return version.startsWith('2.') || version.startsWith('1.');
  return pcf['declaredUnitAmount'] === undefined && pcf['unitaryProductAmount'] !== undefined;
}

/** A total of zero or less is explained by what the product takes out of the air. */
function hasRemovals(pcf: Members): boolean {
  return Object.entries(pcf).some(
    ([field, value]) => /removal|capture/i.test(field) && (decimal(value) ?? 0) !== 0,
  );
}

/** PACT: without a validity period a footprint is valid for three years after its reference period. */
function threeYearsAfter(pcf: Members): string | undefined {
  const year = lastYearOf(pcf['referencePeriodEnd']);
  return year === null ? undefined : `${year + 3}-12-31`;
}

/** A supplier footprint that states a share of primary data. */
export function isPrimary(factor: Factor): boolean {
  return (
    factor.activity === 'supplier_pcf' && (detailNumber(factor, 'primary_data_share') ?? 0) > 0
  );
}

/** A supplier footprint whose validity ended before the year it is used for. */
export function isExpired({ activity, details }: Factor, year: number): boolean {
  const until = activity === 'supplier_pcf' ? lastYearOf(details?.['valid_until']) : null;
  return until !== null && until < year;
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** PACT writes decimals as strings. */
function decimal(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Year of the last moment of a period; PACT states its end, which is no part of it. */
function lastYearOf(end: unknown): number | null {
  const last = typeof end === 'string' ? Date.parse(end) - 1 : Number.NaN;
  return Number.isNaN(last) ? null : new Date(last).getUTCFullYear();
}
