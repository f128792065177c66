import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEnumType } from 'graphql';
import { IntlMessageFormat } from 'intl-messageformat';
import { AREAS, languageOf } from '../../dashboard/src/language.ts';
import { englishOf } from '../../dashboard/src/sentences/names.ts';
import { PHRASES } from '../../dashboard/src/sentences/phrases.ts';
import { SENTENCES } from '../../dashboard/src/sentences/sentences.ts';
import { COMMON_FIELDS, dppSchemas } from '../../server/src/domains/passports/content/schemas.ts';
import type { DppField } from '../../server/src/domains/passports/model.ts';
import { auditedActions } from '../../server/src/rules/events/audit.ts';
import { schema } from '../../server/src/schema.ts';
import { cataloguesOf, fieldWordsOf, messagesOfSources, SHARED, sentencesOf } from './messages.ts';

const LANGUAGES = ['de', 'fr'] as const;

/** Enumerations whose values the pages show in words. */
const SHOWN_ENUMS = [
  'ActorKind',
  'AssetKind',
  'Boundary',
  'BulkDirection',
  'BulkType',
  'CalculationDetail',
  'CalculationKind',
  'ClimateContributionState',
  'DataQualityRating',
  'DeclaredUnitCode',
  'DppAudience',
  'DppFate',
  'DppFieldClass',
  'DppFootprintState',
  'DppGranularity',
  'DppJobKind',
  'DppJobLineOutcome',
  'DppRegistrationState',
  'DppStatus',
  'DppTransferState',
  'EnergySource',
  'EpcisAction',
  'EpcisEventType',
  'FactorEvidence',
  'FootprintEntryKind',
  'FootprintEntryPart',
  'FootprintRequestState',
  'JobState',
  'LifecyclePhase',
  'LifetimeUnit',
  'OrderState',
  'PackagingLevel',
  'PaymentState',
  'Permission',
  'ProcessName',
  'ProductFootprintState',
  'ProductStatus',
  'RecordKind',
  'Role',
  'ScenarioState',
  'SearchType',
  'Tier',
  'TransactionType',
  'TransportMethod',
  'WebhookDeliveryState',
  'WebhookEndpointDisabledReason',
  'WebhookFailure',
];

/** Words of other names that pages show: environments, product groups, areas of permissions. */
const OTHER_WORDS = [
  'LIVE',
  'SANDBOX',
  'battery',
  'electronics',
  'furniture',
  'generic',
  'textile',
  ...new Set(enumNames('Permission').map((name) => name.replace(/_(READ|WRITE|MANAGE)$/, ''))),
].map(englishOf);

/** Titles, descriptions and codes of the fields of passports. */
const textsOfField = ({ title, description, values = [], fields }: DppField): string[] => [
  ...[title, description, ...values.map(englishOf)],
  ...fields.flatMap(textsOfField),
];
const FIELD_TEXTS = dppSchemas()
  .flatMap(({ title, categories, fields }) => [
    ...[title, ...categories.map((category) => category.title)],
    ...[...COMMON_FIELDS, ...fields].flatMap(textsOfField),
  ])
  // Codes of one letter, acronyms and hashes are the same in every language.
  .filter((text) => !/^([A-Z]|E1|E05|EORI|GLN|LEI|VAT|DUNS|SHA-256)?$/.test(text));

/** Meanings of roles and of audited actions, which the service describes. */
const ROLES = schema.getType('Role');
assert.ok(isEnumType(ROLES));
const MEANINGS = [
  ...ROLES.getValues().map(({ description }) => String(description)),
  ...auditedActions()
    .values()
    .map(({ meaning }) => meaning),
];

const SERVICE_TEXTS = new Set<string>([...SENTENCES, ...Object.values(PHRASES).flat()]);

const { used, raw } = messagesOfSources();

test('every fixed text of the pages is a message', () => {
  assert.deepEqual(raw, []);
});

for (const language of LANGUAGES)
  test(`the catalogues ${language} have every message where its pages load it, and no other`, () => {
    const publicWords = fieldWordsOf(language);
    const wanted = new Map<string, ReadonlySet<string>>(used);
    const want = (area: string, texts: readonly string[]) => {
      for (const text of texts) wanted.set(text, new Set(wanted.get(text)).add(area));
    };
    want(SHARED, [...SHOWN_ENUMS.flatMap(enumNames).map(englishOf), ...OTHER_WORDS]);
    want('settings', MEANINGS);
    want(
      'passports',
      FIELD_TEXTS.filter((text) => publicWords[text] === undefined),
    );
    const catalogues = cataloguesOf(language);
    assert.deepEqual([...catalogues.keys()].sort(), [...AREAS, SHARED].sort());
    const expected = new Set(wanted.entries().map(([text, areas]) => `${areaOf(areas)}: ${text}`));
    const given = new Set(
      catalogues
        .entries()
        .flatMap(([area, texts]) => Object.keys(texts).map((text) => `${area}: ${text}`)),
    );
    assert.deepEqual([...expected.difference(given)], [], 'missing');
    assert.deepEqual([...given.difference(expected)], [], 'not used there');
    for (const [english, message] of catalogues.values().flatMap(Object.entries<string>)) {
      assert.notEqual(message.trim(), '', english);
      assert.deepEqual(placeholdersOf(message, language), placeholdersOf(english, 'en'), english);
    }
  });

for (const language of LANGUAGES)
  test(`each sentence of the service has a translation to ${language}, which may leave values out`, () => {
    const catalogue = sentencesOf(language);
    assert.deepEqual(new Set(Object.keys(catalogue)), SERVICE_TEXTS);
    for (const [english, message] of Object.entries(catalogue)) {
      const given = new Set(placeholdersOf(message, language));
      assert.ok(given.isSubsetOf(new Set(placeholdersOf(english, 'en'))), english);
    }
  });

test('the first language of a browser that the dashboard has is chosen', () => {
  for (const [tags, language] of [
    [['it-IT', 'fr-CA', 'de'], 'fr'],
    [['de-AT'], 'de'],
    [[null, 'EN-gb'], 'en'],
    [['ja'], 'en'],
    [[], 'en'],
  ] as const)
    assert.equal(languageOf(tags), language);
});

function enumNames(name: string): string[] {
  const type = schema.getType(name);
  assert.ok(isEnumType(type), name);
  return type.getValues().map((value) => value.name);
}

/** The catalogue of a text: that of the only area that uses it, or the shared one. */
function areaOf(areas: ReadonlySet<string>): string {
  const [area = SHARED] = areas;
  return areas.size === 1 ? area : SHARED;
}

type Elements = ReturnType<IntlMessageFormat['getAst']>;

/** Type of the plain text between placeholders. */
const LITERAL = 0;

/** Names of the arguments and tags of a message, each once; throws if it is no ICU message. */
function placeholdersOf(message: string, language: string): string[] {
  if (!/\{\w+[,}]|<\w+>/.test(message)) return [];
  const names = new Set<string>();
  const collect = (elements: Elements): void => {
    for (const element of elements) {
      if ('value' in element && element.type !== LITERAL) names.add(String(element.value));
      if ('options' in element)
        for (const { value } of Object.values(element.options)) collect(value);
      if ('children' in element) collect(element.children);
    }
  };
  collect(new IntlMessageFormat(message, language).getAst());
  return [...names].sort();
}
