import { readSupplierPcf } from '@trackway/engine';
import { isObject, type JsonObject } from '../../../platform/json/index.ts';
import { type RawFactor, type ReadRow, readDraft } from './draft.ts';
import { objectIn, objectsIn, textIn } from './json-value.ts';
import { logisticsFactor } from './pcf-logistics.ts';

/**
 * Factors of exchanged product footprints: PACT 2 and 3, Catena-X PCF 7 and 9, and the iLEAP extension
 * of PACT for transport. A file is one document, a list, or the pages of a PACT endpoint (`data`).
 */
export function readPcfs(document: unknown): ReadRow[] {
  const documents = Array.isArray(document)
    ? document
    : isObject(document) && Array.isArray(document['data'])
      ? document['data']
      : [document];
  return documents.map((each, at) => readPcf(each, at + 1));
}

function readPcf(document: unknown, line: number): ReadRow {
  if (!isObject(document)) {
    return { problem: { line, message: 'A product footprint must be a JSON object.' } };
  }
  const extension = objectsIn(document, 'extensions').map((each) => objectIn(each, 'data'));
  for (const data of [document, ...extension]) {
    const logistics = data === undefined ? undefined : logisticsFactor(data, document);
    if (logistics !== undefined) return readDraft(logistics, line);
  }
  const status = textIn(document, 'status') ?? textIn(document, 'extWBCSD_pfStatus');
  const changes = status === 'Deprecated' ? ['The footprint is deprecated by its issuer.'] : [];
  const factor = readSupplierPcf(pactOf(document));
  if (typeof factor === 'string') {
    return { problem: { line, row: textIn(document, 'id'), message: factor } };
  }
  const raw: RawFactor = {
    ...factor,
    id: factor.sourceReference,
    fossilCo2KgPerUnit: factor.fossilCo2Kg,
    details: factor.details ?? undefined,
    indicators: undefined,
  };
  return readDraft(raw, line, changes);
}

/** The document in the form of PACT, whose reader is the engine's. */
function pactOf(document: JsonObject): JsonObject {
  if (Array.isArray(document['scopeOfPcfForm'])) return pactOfCatenaX9(document);
  const pcf = objectIn(document, 'pcf');
  if (pcf === undefined) return document;
  if ('pcfExcludingBiogenic' in pcf) return pactOfCatenaX7(document, pcf);
  // Version 2 states its values per declared unit, whatever the amount is.
  return 'pCfExcludingBiogenic' in pcf
    ? { ...document, pcf: { ...pcf, unitaryProductAmount: '1' } }
    : document;
}

/** Catena-X PCF 7 has the fields of PACT 2 under names of its own; its values are per declared unit. */
function pactOfCatenaX7(document: JsonObject, pcf: JsonObject): JsonObject {
  const { unitaryProductAmount: _amount, ...values } = pcf;
  return {
    ...document,
    productNameCompany: document['productNameCompany'] ?? document['productName'],
    specVersion: `Catena-X ${String(document['specVersion'] ?? '7')}`,
    pcf: {
      ...values,
      declaredUnitAmount: '1',
      pcfExcludingBiogenicUptake: pcf['pcfExcludingBiogenic'],
      landUseChangeGhgEmissions: pcf['dlucGhgEmissions'],
      ipccCharacterizationFactors: listOf(
        pcf['characterizationFactors'] ?? pcf['extWBCSD_characterizationFactors'],
      ),
    },
  };
}

/** Catena-X PCF 9 nests the quantities of PACT 3 in lists of one object each. */
function pactOfCatenaX9(document: JsonObject): JsonObject {
  const first = (object: JsonObject | undefined, key: string) => objectsIn(object, key)[0];
  const product = first(first(document, 'companyAndProductInformation'), 'productInformation');
  const company = first(first(document, 'companyAndProductInformation'), 'companyInformation');
  const assessment = first(document, 'pcfAssessmentAndMethodology');
  const information = first(assessment, 'pcfAssessmentInformation');
  const methodology = first(assessment, 'pcfMethodology');
  const quality = first(assessment, 'dataSourcesAndQuality');
  const identity = first(information, 'idAndVersion');
  const production = first(
    first(document, 'productLifeCycleStagesAndEmissions'),
    'productionStage',
  );
  const potentials = first(methodology, 'gwpCharacterizationFactorDetails');
  return {
    id: identity?.['id'],
    status: identity?.['status'],
    specVersion: `Catena-X ${String(first(document, 'scopeOfPcfForm')?.['specVersion'] ?? '9')}`,
    validityPeriodEnd: first(information, 'time')?.['validityPeriodEnd'],
    companyName: company?.['companyName'],
    productNameCompany: product?.['productNameCompany'],
    productDescription: product?.['productDescription'],
    pcf: {
      ...production,
      ...first(information, 'geography'),
      ...first(information, 'time'),
      ...first(information, 'boundarySpecifications'),
      declaredUnitOfMeasurement: product?.['declaredUnitOfMeasurement'],
      declaredUnitAmount: product?.['declaredUnitAmount'],
      productMassPerDeclaredUnit: product?.['productMassPerDeclaredUnit'],
      primaryDataShare: quality?.['primaryDataShare'],
      dqi: quality,
      ipccCharacterizationFactors: listOf(potentials?.['ipccCharacterizationFactors']),
    },
  };
}

function listOf(value: unknown): unknown {
  return value === undefined || Array.isArray(value) ? value : [value];
}
