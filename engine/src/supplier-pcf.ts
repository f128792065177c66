import type { Factor } from './factor.ts';

/**
 * A factor from a supplier's own product footprint: a PACT `ProductFootprint` document (3.0; the
 * field names of 2.x are read too). kg CO2e per unit = pcfExcludingBiogenicUptake /
 * declaredUnitAmount. What cannot be read comes back as one sentence.
 */
export function readSupplierPcf(document: unknown): Factor | string {
  const footprint = membersOf(document);
  const pcf = membersOf(footprint['pcf']);
  const unit = pcf['declaredUnitOfMeasurement'] ?? pcf['declaredUnit'];
  const amount = decimal(pcf['declaredUnitAmount'] ?? pcf['unitaryProductAmount']);
  const total = decimal(pcf['pcfExcludingBiogenicUptake'] ?? pcf['pCfExcludingBiogenic']);
  if (typeof footprint['id'] !== 'string') return 'A supplier footprint needs its id.';
  if (typeof unit !== 'string') return 'A supplier footprint needs pcf.declaredUnitOfMeasurement.';
  if (amount === undefined || amount <= 0) {
    return 'A supplier footprint needs pcf.declaredUnitAmount above 0.';
  }
  if (total === undefined) return 'A supplier footprint needs pcf.pcfExcludingBiogenicUptake.';
  const perUnit = (field: string) => {
    const value = decimal(pcf[field]);
    return value === undefined ? null : value / amount;
  };
  const id = `pcf:${footprint['id']}`;
  const company = text(footprint['companyName']) ?? 'supplier';
  const reports = pcf['ipccCharacterizationFactors'];
  return {
    id,
    setId: SUPPLIER_SET_ID,
    sourceId: id,
    name: text(footprint['productNameCompany']) ?? text(footprint['productDescription']) ?? id,
    category: 'Supplier footprint',
    subcategory: company,
    activity: 'supplier_pcf',
    unit,
    geography: text(pcf['geographyCountry']) ?? 'GLO',
    year: yearOf(pcf['referencePeriodEnd']),
    co2eKgPerUnit: total / amount,
    fossilCo2Kg: perUnit('fossilGhgEmissions'),
    ch4Co2eKg: null,
    n2oCo2eKg: null,
    biogenicCo2Kg: null,
    gwpSet: Array.isArray(reports) ? reports.join(', ') : 'not stated',
    indicators: null,
    details: supplierDetails(pcf, perUnit),
    source: company,
    sourceTable: `PACT ${text(footprint['specVersion']) ?? 'product footprint'}`,
    sourceReference: footprint['id'],
    sourceNote: '',
  };
}

/** The set that supplier footprints belong to: none that is published. */
export const SUPPLIER_SET_ID = 'supplier';

type Members = Readonly<Record<string, unknown>>;

function supplierDetails(
  pcf: Members,
  perUnit: (field: string) => number | null,
): Record<string, string> {
  const details: Record<string, string> = {};
  const put = (name: string, value: unknown) => {
    if (value !== null && value !== undefined) details[name] = String(value);
  };
  put('primary_data_share', decimal(pcf['primaryDataShare']));
  put('mass_kg_per_declared_unit', decimal(pcf['productMassPerDeclaredUnit']));
  put('land_use_change_kgco2e', perUnit('landUseChangeGhgEmissions'));
  put('aircraft_kgco2e', perUnit('aircraftGhgEmissions'));
  put('biogenic_uptake_kgco2e', perUnit('biogenicCO2Uptake'));
  return details;
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

function yearOf(value: unknown): number | null {
  const year = typeof value === 'string' ? Number(value.slice(0, 4)) : Number.NaN;
  return Number.isInteger(year) ? year : null;
}
