import type { JsonObject } from '../../../platform/json/index.ts';
import type { PublicUrls } from '../../../rules/public-urls.ts';
import type { DppContent, DppView } from '../model.ts';
import { passportUrl, productUri } from './addresses.ts';
import { localizedIn, numberIn, objectIn, objectsIn, textIn } from './content.ts';
import { characteristicsOf, evidenceOf, imageOf, relatedDocumentsOf } from './untp-details.ts';

const CONTEXTS = [
  'https://www.w3.org/ns/credentials/v2',
  'https://vocabulary.uncefact.org/untp/0.7.0/context/',
];
const HARMONIZED_SYSTEM = {
  schemeId: 'https://www.wcoomd.org/en/topics/nomenclature.aspx',
  schemeName: 'Harmonized System',
};
const ISO_14067 = {
  type: ['Criterion'],
  id: 'https://www.iso.org/standard/71206.html',
  name: 'ISO 14067:2018',
};
const DECLARED_INPUTS = {
  type: ['Criterion'],
  id: 'urn:trackway:method:basic',
  name: 'Declared inputs only (Trackway, detail BASIC)',
};
const TOPICS = 'https://vocabulary.uncefact.org/ConformityTopic#';
/** Roles that UNTP has a word for. */
const ROLES: Readonly<Record<string, string>> = {
  MANUFACTURER: 'manufacturer',
  IMPORTER: 'importer',
  DISTRIBUTOR: 'distributor',
  REMANUFACTURER: 'remanufacturer',
  RECYCLER: 'recycler',
  DEALER: 'retailer',
  REPAIRER: 'serviceProvider',
  BACKUP_PROVIDER: 'serviceProvider',
};
const MATERIAL_NAMES = { schemeId: 'urn:trackway:material', schemeName: 'Names of materials' };

/** Fields that a UNTP 0.7.0 credential requires and the content lacks. */
export function missingForCredential(content: DppContent): string[] {
  const facility = objectIn(content, 'facility');
  const required: readonly (readonly [string, unknown])[] = [
    ['name', localizedIn(content, 'name')],
    ['commodityCode', textIn(content, 'commodityCode')],
    ['facility.id', textIn(facility, 'id')],
    ['facility.name', textIn(facility, 'name')],
    ['facility.country', textIn(facility, 'country')],
  ];
  return required.filter(([, value]) => value === undefined).map(([path]) => path);
}

/**
 * The passport as an unsigned credential of the UN Transparency Protocol 0.7.0, from a view that is masked
 * already. Its issuer gets a DID, and its status entries are added, when it is signed.
 */
export function untpCredential(view: DppView, urls: PublicUrls): JsonObject {
  const { content, number, validFrom, validUntil } = view;
  const url = passportUrl(urls, view);
  const name = localizedIn(content, 'name')?.text ?? '';
  const operator = objectIn(content, 'economicOperator');
  return {
    '@context': CONTEXTS,
    type: ['DigitalProductPassport', 'VerifiableCredential'],
    id: `${url}/versions/${number}`,
    name,
    issuer: withoutUndefined({
      type: ['CredentialIssuer'],
      name: textIn(operator, 'name') ?? name,
      issuerAlsoKnownAs: operator === undefined ? [] : partyOf(operator, `${url}#party-1`),
    }),
    validFrom: validFrom.toISOString(),
    ...(validUntil === null ? {} : { validUntil: validUntil.toISOString() }),
    credentialSubject: subjectOf(view, urls, name),
  };
}

function subjectOf(view: DppView, urls: PublicUrls, name: string): JsonObject {
  const { content, granularity, batchNumber, serialNumber, gtin } = view;
  const url = passportUrl(urls, view);
  return withoutUndefined({
    type: ['Product'],
    id: productUri(urls, view),
    name,
    description: localizedIn(content, 'description')?.text,
    idScheme:
      gtin === null
        ? { type: ['IdentifierScheme'], id: urls.of(view.scope), name: 'Address of the passport' }
        : { type: ['IdentifierScheme'], id: 'https://id.gs1.org/01', name: 'GS1 GTIN' },
    modelNumber: textIn(content, 'modelNumber'),
    batchNumber: batchNumber ?? undefined,
    itemNumber: serialNumber ?? undefined,
    idGranularity: granularity.toLowerCase(),
    productImage: imageOf(view, url),
    characteristics: characteristicsOf(view),
    productCategory: categoriesOf(content),
    producedAtFacility: facilityOf(objectIn(content, 'facility'), url),
    countryOfProduction: countryOf(textIn(objectIn(content, 'facility'), 'country')),
    productionDate: textIn(content, 'productionDate'),
    dimensions: dimensionsOf(objectIn(content, 'dimensions')),
    relatedDocument: relatedDocumentsOf(view, url),
    relatedParty: partiesOf(content, url),
    materialProvenance: materialsOf(content),
    packaging: packagingOf(objectIn(content, 'packaging')),
    performanceClaim: [...footprintClaims(content, url), ...otherClaims(content, url)],
  });
}

function categoriesOf(content: DppContent): readonly JsonObject[] {
  const code = textIn(content, 'commodityCode');
  return code === undefined ? [] : [{ code, name: `Commodity code ${code}`, ...HARMONIZED_SYSTEM }];
}

function facilityOf(facility: DppContent | undefined, url: string): JsonObject | undefined {
  const [id, name] = [textIn(facility, 'id'), textIn(facility, 'name')];
  if (id === undefined) return undefined;
  const isGln = textIn(facility, 'scheme') === 'GLN';
  return {
    type: ['Facility'],
    id: isGln ? `https://id.gs1.org/414/${id}` : uriOr(id, `${url}#facility`),
    name: name ?? id,
    registeredId: id,
  };
}

function countryOf(code: string | undefined): JsonObject | undefined {
  if (code === undefined) return undefined;
  return {
    countryCode: code,
    countryName: /^[A-Z]{2}$/.test(code) ? (COUNTRY_NAMES.of(code) ?? code) : code,
  };
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

function partiesOf(content: DppContent, url: string): readonly JsonObject[] {
  const operator = objectIn(content, 'economicOperator');
  const parties = [
    ...(operator === undefined ? [] : [operator]),
    ...objectsIn(content, 'responsibleParties'),
  ];
  return parties.flatMap((given, at) => {
    const role = ROLES[textIn(given, 'role') ?? ''];
    if (role === undefined) return [];
    return partyOf(given, `${url}#party-${at + 1}`).map((party) => ({ role, party }));
  });
}

/** A party by the URI of its identifier; none without identifier and name. */
function partyOf(party: DppContent, otherUri: string): readonly JsonObject[] {
  const [id, name] = [textIn(party, 'id'), textIn(party, 'name')];
  if (id === undefined || name === undefined) return [];
  const isGln = textIn(party, 'scheme') === 'GLN';
  const uri = isGln ? `https://id.gs1.org/417/${id}` : uriOr(id, otherUri);
  return [
    withoutUndefined({
      type: ['Party'],
      id: uri,
      name,
      registeredId: id,
      registrationCountry: countryOf(textIn(party, 'country')),
      organisationWebsite: textIn(party, 'url'),
    }),
  ];
}

function uriOr(text: string, other: string): string {
  return /^(https?|did|urn):/.test(text) ? text : other;
}

/** Materials with all that UNTP requires: name, kind, origin and share of the mass. */
function materialsOf(content: DppContent): readonly JsonObject[] {
  return objectsIn(content, 'materials').flatMap((material) => {
    const [name, origin] = [textIn(material, 'name'), textIn(material, 'origin')];
    const massFraction = numberIn(material, 'massFraction');
    if (name === undefined || origin === undefined || massFraction === undefined) return [];
    const type = textIn(material, 'type') ?? name;
    const massKg = numberIn(material, 'massKg');
    const safetySheet = textIn(material, 'safetySheet');
    const hazardous = material['hazardous'];
    return [
      withoutUndefined({
        name,
        originCountry: countryOf(origin),
        materialType: { code: type, name: type, ...MATERIAL_NAMES },
        massFraction,
        mass: measureOf(massKg, 'KGM'),
        recycledMassFraction: numberIn(material, 'recycledFraction'),
        hazardous: typeof hazardous === 'boolean' ? hazardous : undefined,
        materialSafetyInformation:
          safetySheet === undefined
            ? undefined
            : { linkURL: safetySheet, linkName: `Safety data sheet: ${name}` },
      }),
    ];
  });
}

function dimensionsOf(dimensions: DppContent | undefined): JsonObject | undefined {
  if (dimensions === undefined) return undefined;
  const measured = withoutUndefined({
    weight: measureOf(numberIn(dimensions, 'massKg'), 'KGM'),
    length: measureOf(numberIn(dimensions, 'lengthM'), 'MTR'),
    width: measureOf(numberIn(dimensions, 'widthM'), 'MTR'),
    height: measureOf(numberIn(dimensions, 'heightM'), 'MTR'),
    volume: measureOf(numberIn(dimensions, 'volumeM3'), 'MTQ'),
  });
  return Object.keys(measured).length === 0 ? undefined : measured;
}

/** Packaging by its mass: passports do not have the origins that UNTP wants of its materials. */
function packagingOf(packaging: DppContent | undefined): JsonObject | undefined {
  const massKg = numberIn(packaging, 'massKg');
  if (packaging === undefined || massKg === undefined) return undefined;
  return {
    description: localizedIn(packaging, 'description')?.text ?? 'Packaging',
    dimensions: { weight: measureOf(massKg, 'KGM') },
    materialUsed: [],
  };
}

/** A value in a unit of UN Recommendation 20. */
function measureOf(value: number | undefined, unit: string): JsonObject | undefined {
  return value === undefined ? undefined : { value, unit };
}

function footprintClaims(content: DppContent, url: string): readonly JsonObject[] {
  const footprint = objectIn(content, 'footprint');
  const value = numberIn(footprint, 'co2eKg');
  const calculatedAt = textIn(footprint, 'calculatedAt');
  if (value === undefined || calculatedAt === undefined) return [];
  const boundary = textIn(footprint, 'boundary');
  const [low, high] = [numberIn(footprint, 'co2eKgLow'), numberIn(footprint, 'co2eKgHigh')];
  return [
    {
      type: ['Claim'],
      id: `${url}#claim-footprint`,
      name: 'Product carbon footprint',
      referenceCriteria: [textIn(footprint, 'detail') === 'BASIC' ? DECLARED_INPUTS : ISO_14067],
      claimDate: calculatedAt.slice(0, 10),
      claimedPerformance: [
        {
          metric: {
            type: ['PerformanceMetric'],
            id: `${url}#metric-footprint`,
            name: `GHG emissions (CO2e) of ${textIn(footprint, 'declaredUnit') ?? 'one unit'}${boundary === undefined ? '' : `, ${boundary}`}`,
          },
          measure: withoutUndefined({
            value,
            upperTolerance: high === undefined ? undefined : Math.max(0, high - value),
            lowerTolerance: low === undefined ? undefined : Math.max(0, value - low),
            unit: 'KGM',
          }),
        },
      ],
      conformityTopic: [topicOf('environment.emissions')],
    },
  ];
}

/** Claims that have all that UNTP requires. */
function otherClaims(content: DppContent, url: string): readonly JsonObject[] {
  return objectsIn(content, 'claims').flatMap((claim, at) => {
    const [name, criterion] = [textIn(claim, 'name'), textIn(claim, 'criterion')];
    const [date, topic] = [textIn(claim, 'date'), textIn(claim, 'topic')];
    const [value, unit] = [numberIn(claim, 'value'), textIn(claim, 'unit')];
    if (name === undefined || criterion === undefined || date === undefined) return [];
    if (topic === undefined || value === undefined || unit === undefined) return [];
    const reference = textIn(claim, 'standard') ?? textIn(claim, 'regulation') ?? criterion;
    const metric = {
      type: ['PerformanceMetric'],
      id: `${url}#metric-${at + 1}`,
      name: textIn(claim, 'metric') ?? name,
    };
    const [startDate, endDate] = [textIn(claim, 'validFrom'), textIn(claim, 'validUntil')];
    return [
      withoutUndefined({
        type: ['Claim'],
        id: `${url}#claim-${at + 1}`,
        name,
        referenceCriteria: [{ type: ['Criterion'], id: criterion, name: reference }],
        claimDate: date,
        applicablePeriod:
          startDate === undefined || endDate === undefined ? undefined : { startDate, endDate },
        claimedPerformance: [{ metric, measure: { value, unit } }],
        evidence: evidenceOf(claim, name),
        conformityTopic: [topicOf(topic.toLowerCase())],
      }),
    ];
  });
}

function topicOf(name: string): JsonObject {
  return { type: ['ConformityTopic'], id: `${TOPICS}${name}`, name };
}

/** Absent and empty values are left out: JSON-LD has no word for them. */
function withoutUndefined(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/**
 * A signed credential as the schema of UNTP 0.7.0 types it: one status entry, whose index is an integer. W3C
 * wants a text, so this form is no longer what was signed.
 */
export function untpProfile(credential: JsonObject): JsonObject {
  const statuses: unknown = credential['credentialStatus'];
  const [first]: readonly unknown[] = Array.isArray(statuses) ? statuses : [statuses];
  if (typeof first !== 'object' || first === null || !('statusListIndex' in first))
    return credential;
  const credentialStatus = { ...first, statusListIndex: Number(first.statusListIndex) };
  return { ...credential, credentialStatus };
}
