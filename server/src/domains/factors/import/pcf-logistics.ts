import type { JsonObject } from '../../../platform/json/index.ts';
import type { RawFactor } from './draft.ts';
import { objectsIn, textIn } from './json-value.ts';

/** Units of iLEAP with ours; an intensity per container cannot be converted to a mass. */
const UNITS: Readonly<Record<string, string>> = { tkm: 't.km', tonnes: 't' };

/**
 * A factor of an iLEAP object: the intensity of a transport operation category (TOC) or hub operation
 * category (HOC), or the emissions of a shipment divided by its transport activity. Well to wheel, as
 * ISO 14083 asks. Undefined if it is none of these.
 */
export function logisticsFactor(data: JsonObject, document: JsonObject): RawFactor | undefined {
  const tocId = textIn(data, 'tocId');
  const hocId = textIn(data, 'hocId');
  const intensity = decimal(data['co2eIntensityWTW']);
  if (intensity !== undefined && (tocId ?? hocId) !== undefined && data['tces'] === undefined) {
    const unit =
      textIn(data, 'co2eIntensityThroughput') ??
      textIn(data, tocId === undefined ? 'hubActivityUnit' : 'transportActivityUnit') ??
      '';
    return {
      ...common(data, document),
      id: tocId ?? hocId,
      name: nameOf(data, tocId ?? hocId ?? ''),
      activity: tocId === undefined ? 'hub' : 'transport',
      unit: UNITS[unit] ?? unit,
      co2eKgPerUnit: intensity,
    };
  }
  const elements = objectsIn(data, 'tces');
  const shipmentId = textIn(data, 'shipmentId');
  if (elements.length === 0 || shipmentId === undefined) return undefined;
  const sum = (field: string) =>
    elements.reduce((total, element) => total + (decimal(element[field]) ?? Number.NaN), 0);
  return {
    ...common(data, document),
    id: shipmentId,
    name: `Shipment ${shipmentId}`,
    activity: 'transport',
    unit: 't.km',
    co2eKgPerUnit: sum('co2eWTW') / sum('transportActivity'),
  };
}

function common(data: JsonObject, document: JsonObject): RawFactor {
  return {
    category: 'Transport',
    subcategory: textIn(data, 'mode') ?? textIn(data, 'hubType') ?? '',
    year: textIn(document, 'created')?.slice(0, 4),
    source: textIn(document, 'companyName') ?? 'iLEAP',
    sourceTable: 'iLEAP',
    sourceReference: textIn(document, 'id') ?? '',
    gwpSet: 'not stated',
  };
}

function nameOf(data: JsonObject, id: string): string {
  const parts = ['mode', 'hubType', 'description', 'temperatureControl', 'loadFactor'].flatMap(
    (field) => textIn(data, field) ?? [],
  );
  return parts.length === 0 ? id : `${parts.join(', ')} (${id})`;
}

function decimal(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
