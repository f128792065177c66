import type { JsonObject } from '../../../platform/json/index.ts';
import type { PublicUrls } from '../../../rules/public-urls.ts';
import { isList, isObject } from '../content/mask.ts';
import type { DppContent, DppStatus, DppView, Json } from '../model.ts';
import { passportUrl, passportUrlNextTo, productUri } from './addresses.ts';
import { objectIn, textIn } from './content.ts';

/** Version of the model of all passports; the content follows the schema of its product group. */
export const MODEL_VERSION = 'EN 18223:2026';

/** Words of EN 18223 for the states. A draft is never shown. */
const STATUS_WORDS: Readonly<Record<DppStatus, string>> = {
  DRAFT: 'inactive',
  PUBLISHED: 'active',
  SUSPENDED: 'inactive',
  REVOKED: 'invalid',
  END_OF_LIFE: 'inactive',
  ARCHIVED: 'archived',
};

/** A passport as EN 18223 names its parts: header, and the content by the names of its fields. */
export function compressedPassport(view: DppView, urls: PublicUrls): JsonObject {
  return { ...headerOf(view, urls), ...view.content };
}

/** The same with each part as an element that names its type (EN 18223, Annex A). */
export function fullPassport(view: DppView, urls: PublicUrls): JsonObject {
  return { ...headerOf(view, urls), elements: elementsOf(view.content) };
}

/** A part of the content as an element. */
export function elementOf(name: string, value: Json): JsonObject {
  if (isList(value)) return listElement(name, value);
  if (isObject(value)) {
    const url = textIn(value, 'url');
    return url !== undefined && textIn(value, 'mediaType') !== undefined
      ? resourceElement(name, value, url)
      : { elementId: name, objectType: 'DataElementCollection', elements: elementsOf(value) };
  }
  return {
    elementId: name,
    objectType: 'SingleValuedDataElement',
    valueDataType: dataTypeOf(value),
    value: value ?? '',
  };
}

function headerOf(view: DppView, urls: PublicUrls): JsonObject {
  const { content, integrity, extent } = view;
  const [operator, facility] = [
    objectIn(content, 'economicOperator'),
    objectIn(content, 'facility'),
  ];
  const facilityId = textIn(facility, 'id');
  const url = passportUrl(urls, view);
  const { predecessorId, successorId } = view;
  return {
    digitalProductPassportId: url,
    uniqueProductIdentifier: productUri(urls, view),
    granularity: view.granularity.toLowerCase(),
    dppSchemaVersion: MODEL_VERSION,
    dppStatus: view.isSuperseded ? 'archived' : STATUS_WORDS[view.status],
    lastUpdated: (view.isSuperseded ? view.publishedAt : view.updatedAt).toISOString(),
    // A passport that was withdrawn has no content.
    ...(operator === undefined ? {} : { economicOperatorId: operatorIdOf(operator) }),
    ...(facilityId === undefined
      ? {}
      : { facilityId: gs1Uri('414', textIn(facility, 'scheme'), facilityId) }),
    contentSpecificationIds: contentSpecificationsOf(view),
    version: view.number,
    ...(view.validUntil === null ? {} : { validUntil: view.validUntil.toISOString() }),
    ...(view.statusReason === null ? {} : { statusReason: view.statusReason }),
    ...(predecessorId === null ? {} : { predecessor: passportUrlNextTo(url, predecessorId) }),
    ...(successorId === null ? {} : { supersededBy: passportUrlNextTo(url, successorId) }),
    ...(extent === 'FULL' ? { events: `${url}/events` } : {}),
    ...(view.withheld.length === 0 ? {} : { withheldElements: view.withheld }),
    ...(extent === 'FULL' ? { integrity: { ...integrity, jws: undefined } } : {}),
  };
}

/** Identifiers of the specifications that the content follows. */
export function contentSpecificationsOf({
  schemaId,
  schemaVersion,
}: Pick<DppView, 'schemaId' | 'schemaVersion'>): string[] {
  return [`urn:trackway:passport-schema:${schemaId}:${schemaVersion}`];
}

function operatorIdOf(operator: DppContent): string {
  const id = textIn(operator, 'id') ?? '';
  return gs1Uri('417', textIn(operator, 'scheme'), id);
}

function gs1Uri(ai: string, scheme: string | undefined, id: string): string {
  return scheme === 'GLN' ? `https://id.gs1.org/${ai}/${id}` : id;
}

function elementsOf(content: DppContent): readonly JsonObject[] {
  return Object.entries(content).map(([name, value]) => elementOf(name, value));
}

function listElement(name: string, items: readonly Json[]): JsonObject {
  const objects = items.filter(isObject);
  if (objects.length === 0) {
    return {
      elementId: name,
      objectType: 'MultiValuedDataElement',
      valueDataType: dataTypeOf(items[0] ?? ''),
      value: items,
    };
  }
  if (objects.every(isTranslation)) {
    const value = objects.map(({ language, text }) => ({ value: text, language }));
    return { elementId: name, objectType: 'MultiLanguageDataElement', value };
  }
  if (objects.some((item) => textIn(item, 'mediaType') !== undefined)) {
    const elements = objects.map((item, at) => elementOf(`${name}-${at + 1}`, item));
    return { elementId: name, objectType: 'DataElementCollection', elements };
  }
  return { elementId: name, objectType: 'MultiValuedDataElement', value: objects.map(elementsOf) };
}

function isTranslation(item: DppContent): boolean {
  return Object.keys(item).sort().join() === 'language,text';
}

function resourceElement(name: string, value: DppContent, url: string): JsonObject {
  const [title, language] = [textIn(value, 'title'), textIn(value, 'language')];
  return {
    elementId: name,
    objectType: 'RelatedResource',
    contentType: textIn(value, 'mediaType'),
    url,
    ...(title === undefined ? {} : { resourceTitle: title }),
    ...(language === undefined ? {} : { language }),
  };
}

function dataTypeOf(value: Json): string {
  if (typeof value === 'number') return 'xsd:decimal';
  if (typeof value === 'boolean') return 'xsd:boolean';
  return 'xsd:string';
}
