import { BOUNDARY_PHASES, type FullDetails, type LifecyclePhase } from '@trackway/engine';
import { encodeId } from '../../platform/ids.ts';
import { gtin14 } from '../products/index.ts';
import { decimalText } from './decimal-text.ts';
import type { FootprintOwner, FootprintResult, FootprintRow, Quantities } from './model.ts';
import { quantitiesOf } from './quantities.ts';

const SPEC_VERSION = '3.0.4';

/** A ProductFootprint of PACT 3.0.4. */
export type ProductFootprint = Readonly<Record<string, unknown>> & { readonly id: string };

/**
 * A calculation as a ProductFootprint of PACT 3.0.4; undefined if a required value cannot be stated. Names in
 * comments are those of its data model. Left out, because Trackway does not know them: productClassifications,
 * landManagement…, biogenicNonCO2Emissions, recycledCarbonContent, landAreaOccupation, ccu…, verification,
 * productOrSectorSpecificRules; and outboundLogisticsGhgEmissions, which begins beyond the gate.
 */
export function productFootprintOf(
  row: FootprintRow,
  result: FootprintResult,
  owner: FootprintOwner,
): ProductFootprint | undefined {
  const quantities = quantitiesOf(row, result);
  if (quantities === undefined || result.full === null) return undefined;
  const { validityPeriod } = quantities;
  return {
    id: row.id,
    specVersion: SPEC_VERSION,
    ...(row.precedingIds.length === 0 ? {} : { precedingPfIds: row.precedingIds }),
    created: row.createdAt.toISOString(),
    status: row.isActive ? 'Active' : 'Deprecated',
    validityPeriodStart: validityPeriod.start.toISOString(),
    validityPeriodEnd: validityPeriod.end.toISOString(),
    companyName: owner.name,
    companyIds: companyIdsOf(owner),
    productDescription: row.description ?? row.name,
    productIds: productIdsOf(row, owner),
    productNameCompany: row.name,
    comment: quantities.notes.join(' '),
    pcf: carbonFootprintOf(row, quantities, result, result.full),
  };
}

/** URNs of the owner (companyIds): its id in Trackway, as an id of the host and as a UUID. */
export function companyIdsOf({ organizationId, host }: FootprintOwner): string[] {
  const id = encodeId('organization', organizationId);
  return [`urn:pact:${host}:company-id:${id}`, `urn:uuid:${organizationId}`];
}

/** URNs of the product (productIds): GTIN, stock keeping unit, and its id in Trackway. */
export function productIdsOf(
  { productId, gtin, sku }: FootprintRow,
  { host }: FootprintOwner,
): string[] {
  return [
    ...(gtin === null ? [] : [`urn:gtin:${gtin14(gtin)}`]),
    ...(sku === null ? [] : [`urn:pact:${host}:product-id:${encodeURIComponent(sku)}`]),
    `urn:uuid:${productId}`,
  ];
}

function carbonFootprintOf(
  row: FootprintRow,
  quantities: Quantities,
  result: FootprintResult,
  full: FullDetails,
) {
  const { referencePeriod, landUseChange, biogenicUptake, packaging } = quantities;
  return {
    declaredUnitOfMeasurement: quantities.unit,
    declaredUnitAmount: decimalText(quantities.amount),
    productMassPerDeclaredUnit: decimalText(quantities.massKg),
    referencePeriodStart: referencePeriod.start.toISOString(),
    referencePeriodEnd: referencePeriod.end.toISOString(),
    // One level of geography or none; none reads as global.
    ...(row.originCountry === null ? {} : { geographyCountry: row.originCountry }),
    boundaryProcessesDescription: boundaryText(result),
    pcfExcludingBiogenicUptake: decimalText(quantities.excludingBiogenicUptake),
    pcfIncludingBiogenicUptake: decimalText(quantities.includingBiogenicUptake),
    // Total less land-use change: sources do not split methane into fossil and biogenic.
    fossilGhgEmissions: decimalText(quantities.fossilGhg),
    fossilCarbonContent: decimalText(row.fossilCarbonContentKg ?? 0),
    ...optional('biogenicCarbonContent', row.biogenicCarbonContentKg),
    ...optional('landUseChangeGhgEmissions', landUseChange),
    ...optional('biogenicCO2Uptake', biogenicUptake),
    aircraftGhgEmissions: decimalText(quantities.aircraft),
    packagingEmissionsIncluded: packaging !== null,
    ...optional('packagingGhgEmissions', packaging),
    ipccCharacterizationFactors: quantities.assessmentReports,
    crossSectoralStandards: ['ISO14067'],
    exemptedEmissionsPercent: decimalText(quantities.exemptedPercent),
    exemptedEmissionsDescription: exemptionText(quantities, result),
    allocationRulesDescription: ALLOCATION_TEXTS[full.recycling],
    ...(quantities.sources.length === 0
      ? {}
      : { secondaryEmissionFactorSources: quantities.sources }),
    primaryDataShare: decimalText(quantities.primaryDataPercent),
    // Contribution-weighted, 1 to 5 (PEF matrix), as 4.2.3 of the PACT Methodology asks for.
    dqi: {
      technologicalDQR: decimalText(full.dataQuality.technological),
      geographicalDQR: decimalText(full.dataQuality.geographical),
      temporalDQR: decimalText(full.dataQuality.temporal),
    },
  };
}

function optional(name: string, value: number | null): Readonly<Record<string, string>> {
  return value === null ? {} : { [name]: decimalText(value) };
}

export const ALLOCATION_TEXTS: Readonly<Record<FullDetails['recycling'], string>> = {
  CUT_OFF:
    'Recycling: cut-off (recycled content carries no burden of its first life). Amounts are declared per unit of product.',
  CFF: 'Recycling: Circular Footprint Formula of the PEF method. Amounts are declared per unit of product.',
};

const STAGES: Readonly<Partial<Record<LifecyclePhase, string>>> = {
  RAW_MATERIALS: 'acquisition and pre-processing of materials (A1)',
  INBOUND_TRANSPORT: 'transport to the factory (A2)',
  MANUFACTURING: 'manufacturing (A3)',
  PACKAGING: 'packaging (A3)',
};

/** The stages that have emissions (boundaryProcessesDescription). Components stay the owner's secret. */
export function boundaryText({ phases }: FootprintResult): string {
  const stages = BOUNDARY_PHASES.CRADLE_TO_GATE.filter((phase) =>
    phases.some((share) => share.phase === phase && share.co2eKg !== 0),
  );
  return `Cradle to gate: ${stages.map((phase) => STAGES[phase]).join(', ')}.`;
}

function exemptionText({ exemptedPercent }: Quantities, { notCovered }: FootprintResult): string {
  const reasons = [...new Set(notCovered.map(({ reason }) => reason))].slice(0, 10);
  const suppliers = exemptedPercent > 0 ? ['Exempted by suppliers in their own footprints.'] : [];
  const gaps = reasons.length > 0 ? ['Left out, and not in the percentage:', ...reasons] : [];
  return [...suppliers, ...gaps].join(' ');
}
