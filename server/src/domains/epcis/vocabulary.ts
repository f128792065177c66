import type { DppField, FieldClass } from '../passports/index.ts';

/** Business steps of CBV 2.0. */
export const BUSINESS_STEPS: ReadonlySet<string> = new Set(
  `accepting arriving assembling collecting commissioning consigning creating_class_instance cycle_counting
  decommissioning departing destroying disassembling dispensing encoding entering_exiting holding inspecting
  installing killing loading other packing picking receiving removing repackaging repairing replacing reserving
  retail_selling sampling sensor_reporting shipping staging_outbound stock_taking stocking storing transporting
  unloading unpacking void_shipping`.split(/\s+/),
);

/** Dispositions of CBV 2.0. */
export const DISPOSITIONS: ReadonlySet<string> = new Set(
  `active available completeness_inferred completeness_verified conformant container_closed container_open
  damaged destroyed dispensed disposed encoded expired in_progress in_transit inactive mismatch_class
  mismatch_instance mismatch_quantity needs_replacement no_pedigree_match non_conformant non_sellable_other
  partially_dispensed recalled reserved retail_sold returned sellable_accessible sellable_not_accessible stolen
  unavailable unknown`.split(/\s+/),
);

/** Lists of identifiers of an event, and lists of quantities of a class of products. */
export const IDENTIFIER_LISTS = ['epcList', 'childEPCs', 'inputEPCList', 'outputEPCList'] as const;
export const QUANTITY_LISTS = [
  'quantityList',
  'childQuantityList',
  'inputQuantityList',
  'outputQuantityList',
] as const;

const QUANTITY = ['epcClass', 'quantity', 'uom'];
const SENSOR_TEXTS = ['time', 'deviceID', 'deviceMetadata', 'rawData', 'dataProcessingMethod'];

/** Fields of EPCIS 2.0 that have fields of their own. */
const GROUPS: Readonly<Record<string, readonly (string | DppField)[]>> = {
  ...Object.fromEntries(QUANTITY_LISTS.map((name) => [name, QUANTITY])),
  readPoint: ['id'],
  bizLocation: ['id'],
  bizTransactionList: ['type', 'bizTransaction'],
  sourceList: ['type', 'source'],
  destinationList: ['type', 'destination'],
  persistentDisposition: ['set', 'unset'],
  errorDeclaration: ['declarationTime', 'reason', 'correctiveEventIDs'],
  sensorElementList: [
    group('sensorMetadata', [...SENSOR_TEXTS, 'startTime', 'endTime', 'bizRules']),
    group('sensorReport', [
      ...SENSOR_TEXTS,
      ...['type', 'exception', 'microorganism', 'chemicalSubstance', 'value', 'component'],
      ...['stringValue', 'booleanValue', 'hexBinaryValue', 'uriValue', 'minValue', 'maxValue'],
      ...['meanValue', 'sDev', 'percRank', 'percValue', 'uom', 'coordinateReferenceSystem'],
    ]),
  ],
};

const PLAIN = [
  ...['type', 'eventID', 'eventTime', 'eventTimeZoneOffset', 'recordTime', 'action', 'parentID'],
  ...['bizStep', 'disposition', 'transformationID', ...IDENTIFIER_LISTS],
];

const FIELDS: readonly DppField[] = [
  ...PLAIN.map((name) => plain(name)),
  ...Object.entries(GROUPS).map(([name, fields]) => group(name, fields)),
];

/**
 * Description of an event for the mask of passports: the event has the class that its owner gave, and all that
 * EPCIS 2.0 does not name (extensions, master data of a lot) is INTERNAL.
 */
export function fieldOfEvent(access: FieldClass): DppField {
  return { ...plain('event'), type: 'OBJECT', access, fields: FIELDS };
}

function group(name: string, fields: readonly (string | DppField)[]): DppField {
  const below = fields.map((field) => (typeof field === 'string' ? plain(field) : field));
  return { ...plain(name), type: 'OBJECT', fields: below };
}

function plain(name: string): DppField {
  return {
    ...{ name, title: name, description: name, source: 'EPCIS 2.0' },
    ...{ type: 'TEXT', isList: false, mayBeEmpty: false },
    ...{ access: 'PUBLIC', requiredFor: [], fields: [] },
  };
}
