import { access } from '../../graphql/access.ts';
import { builder, describedEnum, IDEMPOTENCY_KEY_DESCRIPTION } from '../../graphql/builder.ts';
import { mutate } from '../../graphql/mutation.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { badInput, type Problem } from '../../rules/api-error.ts';
import { FACTOR_FORMATS, type FactorFormat, readFactorFile } from './import/index.ts';
import { enableFactorPack, importFactorSet, type OwnSetDescription } from './service.ts';
import { FactorSet } from './types-graphql.ts';

const FactorFormatEnum = describedEnum<FactorFormat>(
  'FactorFormat',
  'The forms in which factors of your own can come.',
  {
    CSV: 'Our columns: id, name, unit, kgco2e_per_unit, and as many more as docs/data.md names.',
    JSON: 'JSON Lines, or an array, of objects with the fields of EmissionFactor.',
    OPENLCA_JSON_LD:
      'A package of openLCA with an impact assessment method: ZIP (as base64), or its entities as JSON Lines.',
    ECOSPOLD2: 'ecoSpold2 with impact assessment results: ZIP (as base64), or one file.',
  },
);

const ImportFactorSetInput = builder.inputType('ImportFactorSetInput', {
  description:
    'A set of factors of your own, or a pack of the library to switch on. Larger files than fit a request are imported with `trackway import factors`.',
  fields: (t) => ({
    pack: t.string({
      description: 'Slug of a pack to switch on; then nothing else is given.',
    }),
    name: t.string({ description: 'Short name of the set, the same for all its versions.' }),
    version: t.string({ description: 'Version of the set. A set never changes.' }),
    title: t.string({ description: 'Full title of the source; the name when absent.' }),
    publisher: t.string({ description: 'Publisher of the source.' }),
    licence: t.string({ description: 'Licence under which you have it.' }),
    licenceUrl: t.field({ type: 'URL', description: 'URL of the licence text.' }),
    attribution: t.string({ description: 'Attribution that must be shown with the values.' }),
    attributionUrls: t.field({
      type: ['URL'],
      description: 'Links that the licence requires next to the attribution.',
    }),
    sourceUrl: t.field({ type: 'URL', description: 'URL of the source.' }),
    releasedOn: t.field({
      type: 'Date',
      description: 'Day of its publication; today when absent.',
    }),
    format: t.field({ type: FactorFormatEnum, description: 'Form of the content.' }),
    content: t.string({ description: 'The file: its text, or base64 of a ZIP archive.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
});

type ImportInput = typeof ImportFactorSetInput.$inferInput;

const ImportFactorSetPayload = payloadOf(
  'importFactorSet',
  'factorSet',
  FactorSet,
  'The factor set after the import.',
);

builder.mutationField('importFactorSet', (t) =>
  t.field({
    type: ImportFactorSetPayload,
    nullable: true,
    description:
      'Imports a private set of factors, whole or not at all: every row that cannot be used is named with its line. Or switches on a pack of the library.',
    extensions: access({ tier: 'GROWTH', permission: 'FACTORS_WRITE', cost: 100 }),
    args: {
      input: t.arg({
        type: ImportFactorSetInput,
        required: true,
        description: 'The set, or the pack.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (tx) => {
        const { pack } = input;
        if (pack !== null && pack !== undefined) {
          const { factors } = context.services;
          return { factorSet: await enableFactorPack(tx, context.scope, factors, pack) };
        }
        const { description, format, content } = readInput(input);
        const rows = readFactorFile(format, bytesOf(content, format));
        const path = ['input', 'content'];
        return { factorSet: await importFactorSet(tx, context.scope, description, rows, { path }) };
      }),
  }),
);

const LONGEST_TEXT = 1000;

function readInput(input: ImportInput): {
  description: OwnSetDescription;
  format: FactorFormat;
  content: string;
} {
  const problems: Problem[] = [];
  const required = <Value>(name: keyof ImportInput, value: Value | null | undefined) => {
    if (value === null || value === undefined || value === '') {
      const message = `\`${name}\` is needed unless \`pack\` is given.`;
      problems.push({ path: ['input', name], code: 'REQUIRED', message });
    } else if (typeof value === 'string' && name !== 'content' && value.length > LONGEST_TEXT) {
      const message = `\`${name}\` is longer than ${LONGEST_TEXT} characters.`;
      problems.push({ path: ['input', name], code: 'TOO_LONG', message });
    }
    return value;
  };
  const name = required('name', input.name) ?? '';
  const version = required('version', input.version) ?? '';
  const licence = required('licence', input.licence) ?? '';
  const attribution = required('attribution', input.attribution) ?? '';
  const content = required('content', input.content) ?? '';
  const format = required('format', input.format) ?? FACTOR_FORMATS[0];
  if (problems.length > 0) throw badInput(problems);
  const description = {
    name,
    version,
    licence,
    attribution,
    title: input.title ?? name,
    publisher: input.publisher ?? '',
    licenceUrl: input.licenceUrl ?? null,
    attributionUrls: input.attributionUrls ?? [],
    sourceUrl: input.sourceUrl ?? null,
    releasedOn: input.releasedOn ?? new Date().toISOString().slice(0, 10),
  };
  return { description, format, content };
}

/** A ZIP archive begins with "PK", which is "UEs" in base64; anything else is text. */
async function* bytesOf(content: string, format: FactorFormat): AsyncGenerator<Uint8Array> {
  const isArchive =
    (format === 'OPENLCA_JSON_LD' || format === 'ECOSPOLD2') && content.startsWith('UEs');
  yield Buffer.from(content, isArchive ? 'base64' : 'utf8');
}
