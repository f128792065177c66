import fc from 'fast-check';
import { eventSeenBy, queryDocument } from '../../server/src/domains/epcis/seen.ts';
import { fieldOfEvent } from '../../server/src/domains/epcis/vocabulary.ts';
import { listedIn } from '../../server/src/domains/passports/content/draft.ts';
import { isList, isObject, maskContent } from '../../server/src/domains/passports/content/mask.ts';
import { dppSchemas, fieldsOf } from '../../server/src/domains/passports/content/schemas.ts';
import { dppPayload } from '../../server/src/domains/passports/events.ts';
import {
  type Audience,
  type Dpp,
  type DppContent,
  type DppField,
  type DppSchema,
  type DppStatus,
  type DppView,
  FIELD_CLASSES,
  type FieldClass,
  type Granularity,
  type Json,
  VISIBLE_CLASSES,
} from '../../server/src/domains/passports/model.ts';
import { passportOutline } from '../../server/src/domains/passports/page/outline.ts';
import { passportPage } from '../../server/src/domains/passports/page/passport-page.ts';
import {
  compressedPassport,
  elementOf,
  fullPassport,
} from '../../server/src/domains/passports/projections/en18223.ts';
import { linksOf } from '../../server/src/domains/passports/projections/links.ts';
import { exampleView } from '../../server/src/domains/passports/projections/testing.ts';
import {
  untpCredential,
  untpProfile,
} from '../../server/src/domains/passports/projections/untp.ts';
import { viewOf } from '../../server/src/domains/passports/public/view.ts';
import { registryRecordOf } from '../../server/src/domains/registrations/record.ts';
import { PublicUrls } from '../../server/src/rules/public-urls.ts';

/** One stored passport as the projections get it. */
export type Case = {
  readonly schema: DppSchema;
  readonly status: DppStatus;
  readonly granularity: Granularity;
  readonly content: DppContent;
};

const urls = new PublicUrls(() => 'https://id.example.test', new Map());
const EXAMPLE = exampleView();

/** Everything that leaves the service about a passport, as text, for a reader of an audience. */
export const PROJECTIONS: Readonly<Record<string, (given: Case, audience: Audience) => string>> = {
  GraphQL: ({ schema, content }, audience) =>
    JSON.stringify(maskContent(fieldsOf(schema), content, audience)),
  'EN 18223 compressed': (given, audience) =>
    textOf(compressedPassport(view(given, audience), urls)),
  'EN 18223 full': (given, audience) => textOf(fullPassport(view(given, audience), urls)),
  'EN 18222 elements': (given, audience) =>
    textOf(
      Object.entries(view(given, audience).content).map(([name, value]) => elementOf(name, value)),
    ),
  'JSON-LD credential': (given, audience) => textOf(untpCredential(view(given, audience), urls)),
  'UNTP profile': (given, audience) =>
    textOf(untpProfile(untpCredential(view(given, audience), urls))),
  'HTML page': (given, audience) => passportPage(view(given, audience), [], urls, 'en').html,
  'HTML page in Greek': (given, audience) =>
    passportPage(view(given, audience), [], urls, 'el').html,
  // Text, tables and the embedded JSON of the PDF are drawn from its outline alone.
  'passport PDF': (given, audience) => textOf(passportOutline(view(given, audience), urls, 'en')),
  linkset: (given, audience) => textOf(linksOf(view(given, audience), urls)),
  // A payload and the index of the search are the same for every reader.
  webhook: (given) => textOf(dppPayload(dppOf(given))),
  search: (given) => dppOf(given).name,
  // The service makes it from the view of the owner.
  'registry record': (given) => {
    const backupUrl = 'https://backup.example.test';
    return textOf(registryRecordOf(view(given, 'OWNER'), [], { urls, backupUrl, hash: 'hash' }));
  },
};

/** An event as its reader gets it: in a document of EPCIS 2.0, or nothing. */
export function eventFor(event: DppContent, access: FieldClass, audience: Audience): string {
  const seen = eventSeenBy(event, access, audience);
  return textOf(queryDocument(seen === null ? [] : [seen], EXAMPLE.publishedAt));
}

/**
 * Projections that show every field that the reader may see. A RelatedResource of EN 18223 has no place for
 * the type and the hash of a document.
 */
export const WHOLE_PROJECTIONS = ['GraphQL', 'EN 18223 compressed'] as const;

function textOf(value: unknown): string {
  return JSON.stringify(value);
}

function dppOf({ schema, status, granularity, content }: Case): Dpp {
  const { integrity: _integrity, content: _content, withheld: _withheld, ...example } = EXAMPLE;
  return {
    ...example,
    ...{ status, granularity, ...listedIn(content) },
    ...{ schemaId: schema.id, schemaVersion: schema.version, category: null },
    ...{ version: 3, createdAt: EXAMPLE.publishedAt, externalId: null, productId: null },
    publishedVersion: 1,
    retentionUntil: null,
  };
}

function view(given: Case, audience: Audience): DppView {
  const { integrity, publishedAt, scope } = EXAMPLE;
  const version = {
    ...{ ...integrity, number: 1, content: given.content },
    ...{ validFrom: publishedAt, validUntil: null, publishedAt },
  };
  return viewOf(scope, dppOf(given), version, audience);
}

/** The content with another value in each place that an audience may not read. */
export function withSecretsChanged(
  fields: readonly DppField[],
  content: DppContent,
  audience: Audience,
  secretOf: (before: Json) => Json,
  around: FieldClass = 'PUBLIC',
): DppContent {
  const seen = VISIBLE_CLASSES[audience];
  return Object.fromEntries(
    Object.entries(content).map(([name, value]): [string, Json] => {
      const field = fields.find((each) => each.name === name);
      const own = field?.access ?? 'INTERNAL';
      const fieldClass = own === 'PUBLIC' ? around : own;
      if (!seen.has(fieldClass)) return [name, secretOf(value)];
      if (field?.type !== 'OBJECT') return [name, value];
      const change = (each: Json): Json =>
        isObject(each)
          ? withSecretsChanged(field.fields, each, audience, secretOf, fieldClass)
          : each;
      return [name, isList(value) ? value.map(change) : change(value)];
    }),
  );
}

const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });

/** Values of the type of a field; half of the optional ones are absent. */
function arbitraryOf(field: DppField): fc.Arbitrary<Json> {
  const single = singleOf(field);
  return field.isList ? fc.array(single, { maxLength: 2 }) : single;
}

function singleOf({ type, values = [], fields }: DppField): fc.Arbitrary<Json> {
  switch (type) {
    case 'OBJECT':
      return contentArbitrary(fields);
    case 'LOCALIZED':
      return fc.array(fc.record({ language: fc.constantFrom('en', 'el', 'de'), text }), {
        maxLength: 2,
      });
    case 'NUMBER':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'INTEGER':
      return fc.integer();
    case 'BOOLEAN':
      return fc.boolean();
    case 'CODE':
      return values.length === 0 ? text : fc.constantFrom(...values);
    case 'URL':
      return fc.webUrl();
    case 'COUNTRY':
      return fc.constantFrom('PT', 'TR', 'DE');
    case 'DATE':
      return fc.constantFrom('2026-10-01', '2027-02-18');
    default:
      return text;
  }
}

/** Contents of fields, with names that no field describes among them. */
function contentArbitrary(fields: readonly DppField[]): fc.Arbitrary<DppContent> {
  const known = fc.record(
    Object.fromEntries(fields.map((field) => [field.name, arbitraryOf(field)])),
    {
      requiredKeys: [],
    },
  );
  const unknown = fc.dictionary(fc.stringMatching(/^x[a-z]{2,6}$/), text, { maxKeys: 1 });
  return fc
    .tuple(known, unknown)
    .map(([one, other]) =>
      Object.fromEntries(
        Object.entries({ ...other, ...one }).flatMap(([name, value]): [string, Json][] =>
          value === undefined ? [] : [[name, value]],
        ),
      ),
    );
}

/** Any event of EPCIS 2.0 with extensions. */
const anyEvent = fc.record({
  access: fc.constantFrom(...FIELD_CLASSES),
  event: contentArbitrary(fieldOfEvent('PUBLIC').fields),
});

/** Any published passport of any schema. */
const anyCase: fc.Arbitrary<Case> = fc.constantFrom(...dppSchemas()).chain((schema) =>
  fc.record({
    schema: fc.constant(schema),
    status: fc.constantFrom<DppStatus>(
      'PUBLISHED',
      'SUSPENDED',
      'REVOKED',
      'END_OF_LIFE',
      'ARCHIVED',
    ),
    granularity: fc.constantFrom<Granularity>('MODEL', 'BATCH', 'ITEM'),
    content: contentArbitrary(fieldsOf(schema)),
  }),
);

const AUDIENCES = ['PUBLIC', 'LEGITIMATE_INTEREST', 'AUTHORITY', 'OWNER'] as const;

/**
 * No projection depends on a value that its reader may not see: with other values there, each says the same,
 * byte for byte.
 */
export function noProjectionLeaks(runs: number): void {
  fc.assert(
    fc.property(anyCase, fc.constantFrom(...AUDIENCES), text, (given, audience, secret) => {
      const fields = fieldsOf(given.schema);
      const content = withSecretsChanged(fields, given.content, audience, () => `zz${secret}`);
      for (const [name, project] of Object.entries(PROJECTIONS))
        if (project({ ...given, content }, audience) !== project(given, audience))
          throw new Error(`${name} shows ${audience} a value that it withholds.`);
    }),
    { numRuns: runs },
  );
  fc.assert(
    fc.property(anyEvent, fc.constantFrom(...AUDIENCES), text, (given, audience, secret) => {
      const { access, event } = given;
      const fields = [fieldOfEvent(access)];
      const changed = withSecretsChanged(fields, { event }, audience, () => ({ zz: secret }))[
        'event'
      ];
      const other = isObject(changed) ? changed : {};
      if (eventFor(other, access, audience) !== eventFor(event, access, audience))
        throw new Error(`An event of ${access} shows ${audience} a value that it withholds.`);
    }),
    { numRuns: runs },
  );
}
