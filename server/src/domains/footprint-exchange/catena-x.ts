import type { FullDetails } from '@trackway/engine';
import type { FootprintOwner, FootprintResult, FootprintRow, Quantities } from './model.ts';
import { ALLOCATION_TEXTS, boundaryText, companyIdsOf, productIdsOf } from './product-footprint.ts';
import { quantitiesOf } from './quantities.ts';
import { subregionOf } from './regions.ts';

/** Catena-X allows at most 10 percent. */
const MOST_EXEMPTED_PERCENT = 10;

/**
 * A calculation from cradle to gate as a PCF of Catena-X 9.0.0 (`urn:samm:io.catenax.pcf:9.0.0`); null if a
 * required value cannot be stated. The letters of the data model: A fossil, C land-use change, T2 the sum without
 * the uptake of biogenic carbon, T1 the sum with it. Left out, because Trackway does not know them: attestations,
 * verification shares, land management, biogenic methane apart, the carbon content of packaging.
 */
export function catenaXPcfOf(
  row: FootprintRow,
  result: FootprintResult,
  owner: FootprintOwner,
): unknown {
  const quantities = quantitiesOf(row, result);
  const { full } = result;
  if (quantities === undefined || full === null) return null;
  if (quantities.exemptedPercent > MOST_EXEMPTED_PERCENT) return null;
  return {
    scopeOfPcfForm: [
      {
        specVersion: 'urn:io.catenax.pcf:datamodel:version:9.0.0',
        partialFullPcf: 'Cradle-to-gate',
      },
    ],
    general: [{ comment: quantities.notes.join(' ') }],
    companyAndProductInformation: [
      {
        companyInformation: [{ companyName: owner.name, companyIds: companyIdsOf(owner) }],
        productInformation: [
          {
            productNameCompany: row.name,
            productDescription: row.description ?? row.name,
            productIds: productIdsOf(row, owner),
            declaredUnitOfMeasurement: quantities.unit,
            declaredUnitAmount: quantities.amount,
            productMassPerDeclaredUnit: quantities.massKg,
          },
        ],
      },
    ],
    carbonContent: [
      {
        ...known('fossilCarbonContent', row.fossilCarbonContentKg),
        ...known('biogenicCarbonContent', row.biogenicCarbonContentKg),
        ...known('carbonContentTotal', sumOf(row)),
      },
    ],
    productLifeCycleStagesAndEmissions: [stagesOf(quantities)],
    pcfAssessmentAndMethodology: [assessmentOf(row, quantities, result, full)],
  };
}

/** Emissions of packaging are part of the production stage, as Catena-X asks for. */
function stagesOf(quantities: Quantities) {
  const { landUseChange, biogenicUptake, packaging } = quantities;
  return {
    productionStage: [
      {
        pcfExcludingBiogenicUptake: quantities.excludingBiogenicUptake,
        pcfIncludingBiogenicUptake: quantities.includingBiogenicUptake,
        fossilGhgEmissions: quantities.fossilGhg,
        ...known('landUseChangeGhgEmissions', landUseChange),
        ...known('biogenicCO2Uptake', biogenicUptake),
        aircraftGhgEmissions: quantities.aircraft,
      },
    ],
    packagingStage: [
      {
        packagingEmissionsIncluded: packaging !== null,
        ...known('packagingPcfExcludingBiogenicUptake', packaging),
      },
    ],
    distributionStage: [{ distributionStageIncluded: false }],
  };
}

function assessmentOf(
  row: FootprintRow,
  quantities: Quantities,
  result: FootprintResult,
  { dataQuality, recycling }: FullDetails,
) {
  const { referencePeriod, validityPeriod, assessmentReports } = quantities;
  const [report = 'unspecified', ...others] = assessmentReports;
  const isNamed = others.length === 0 && /^AR[456]$/.test(report);
  return {
    dataSourcesAndQuality: [
      {
        primaryDataShare: quantities.primaryDataPercent,
        secondaryEmissionFactorSources: quantities.sources.map(
          ({ name, version }) => `${name} ${version}`,
        ),
        technologicalDQR: dataQuality.technological,
        temporalDQR: dataQuality.temporal,
        geographicalDQR: dataQuality.geographical,
      },
    ],
    pcfMethodology: [
      {
        standards: [{ crossSectoralStandards: ['ISO 14067'], productOrSectorSpecificRules: [] }],
        gwpCharacterizationFactorDetails: [
          { ipccCharacterizationFactors: isNamed ? report : 'unspecified' },
        ],
        massBalancingInformation: [
          {
            massBalancingUsed: false,
            freeAttributionInMassBalancing: 'not applicable',
            massBalancingCertificateScheme: 'not applicable',
          },
        ],
        allocationInForeground: [
          {
            allocationRulesDescription: ALLOCATION_TEXTS[recycling],
            allocationRecycledCarbon: recycling === 'CFF' ? 'upstream system expansion' : 'cut-off',
            allocationWasteIncineration:
              recycling === 'CFF' ? 'system expansion' : 'polluter pays principle',
          },
        ],
      },
    ],
    pcfAssessmentInformation: [
      {
        technology: [
          {
            ccsTechnologicalCO2CaptureIncluded: false,
            boundaryProcessesDescription: boundaryText(result),
          },
        ],
        idAndVersion: [
          {
            id: row.id,
            // Set to 0 by the data model: a change has an id of its own.
            version: 0,
            status: row.isActive ? 'Active' : 'Deprecated',
            retroOrProspectivePcfType: 'Retrospective PCF',
          },
        ],
        boundarySpecifications: [{ exemptedEmissionsPercent: quantities.exemptedPercent }],
        geography: [
          {
            geographyRegionOrSubregion: subregionOf(row.originCountry) ?? 'Global',
            ...(row.originCountry === null ? {} : { geographyCountry: row.originCountry }),
          },
        ],
        time: [
          {
            referencePeriodStart: referencePeriod.start.toISOString(),
            referencePeriodEnd: referencePeriod.end.toISOString(),
            created: row.createdAt.toISOString(),
            validityPeriodStart: validityPeriod.start.toISOString(),
            validityPeriodEnd: validityPeriod.end.toISOString(),
          },
        ],
      },
    ],
  };
}

function sumOf({ fossilCarbonContentKg: fossil, biogenicCarbonContentKg: biogenic }: FootprintRow) {
  return fossil === null || biogenic === null ? null : fossil + biogenic;
}

function known(name: string, value: number | null): Readonly<Record<string, number>> {
  return value === null ? {} : { [name]: value };
}
