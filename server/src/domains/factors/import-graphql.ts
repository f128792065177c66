import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import { idempotencyField, inputArg } from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadWith } from '../../graphql/payload.ts';
import { badInput, type Problem } from '../../rules/errors/api-error.ts';
import { lengthProblems, type Path } from '../../rules/inputs/problems.ts';
import { FactorFormatEnum, RowStatusEnum } from './enums.ts';
import type { RowReport } from './factor-writer.ts';
import type { FactorFormat } from './import/index.ts';
import { rowsOfPages } from './import/pages.ts';
import type { ImportSettings } from './import-settings.ts';
import { readFactorsTask } from './read-task.ts';
import {
  enableFactorPack,
  type ImportedSet,
  type ImportReport,
  importFactorSet,
} from './service.ts';
import { FactorSet } from './types-graphql.ts';

const FactorColumnInput = builder.inputType('FactorColumnInput', {
  description: 'Meaning of one column of a table.',
  fields: (t) => ({
    header: t.string({ required: true, description: 'Header as it is in the file.' }),
    column: t.string({
      required: true,
      description:
        'Column of ours that it holds, such as `kgco2e_per_unit`; docs/data.md lists them.',
    }),
  }),
});

const LONGEST_TEXT = 1000;

/** Problems of texts that are too long; the file has a bound of its own. */
function problemsOfTexts(input: object, path: Path): Problem[] {
  return Object.entries(input).flatMap(([field, value]) =>
    typeof value === 'string' && field !== 'content'
      ? lengthProblems(value, [...path, field], LONGEST_TEXT)
      : [],
  );
}

export const ImportFactorSetInput = builder.inputType('ImportFactorSetInput', {
  extensions: checkedBy(problemsOfTexts),
  description:
    'A set of factors of your own, or a pack of the library to enable. A file that does not fit into a request is imported with `bulkImport(type: FACTORS)` or `trackway import factors`.',
  fields: (t) => ({
    pack: t.string({ description: 'Slug of a pack to enable; then nothing else is given.' }),
    name: t.string({ description: 'Short name of the set, the same for all its versions.' }),
    version: t.string({ description: 'Version of the set. A set never changes.' }),
    title: t.string({ description: 'Full title of the source; the name by default.' }),
    publisher: t.string({ description: 'Publisher of the source.' }),
    licence: t.string({ description: 'Licence under which you have it.' }),
    licenceUrl: t.field({ type: 'URL', description: 'URL of the licence text.' }),
    attribution: t.string({ description: 'Text to show with its values.' }),
    attributionUrls: t.field({
      type: ['URL'],
      description: 'Links that the licence asks for with the attribution.',
    }),
    sourceUrl: t.field({ type: 'URL', description: 'URL at which the source is offered.' }),
    releasedOn: t.field({ type: 'Date', description: 'Day of its publication; today by default.' }),
    format: t.field({ type: FactorFormatEnum, description: 'Format of the file.' }),
    content: t.string({
      description: 'The file: its text, or base64 of a ZIP archive or workbook.',
    }),
    columns: t.field({
      type: [FactorColumnInput],
      description:
        'Columns of a table whose headers are not recognised. Our names, and common words of six languages for them, need no mapping.',
    }),
    decimalComma: t.boolean({
      description:
        'Reads `1,234` as 1.234 if true and as 1234 if false. Without it, a number that can be both is refused; others are read by their form.',
    }),
    sheet: t.string({ description: 'Sheet of a workbook; the first by default.' }),
    partial: t.boolean({
      description:
        'Imports the rows that can be used, leaves out the others, and cuts off inputs that no process of the file makes; the report names them. False by default: one such row refuses the whole file.',
    }),
    ...idempotencyField(t),
  }),
});

type ImportInput = typeof ImportFactorSetInput.$inferInput;

const RowReportRef = builder.objectRef<RowReport>('FactorRowReport').implement({
  description: 'Outcome of an import for one row of its file.',
  fields: (t) => ({
    ...exposed(t, {
      line: field(
        'Int',
        'Line of the file, or number of the dataset in a package; 0 for the whole file.',
      ),
      status: field(RowStatusEnum, 'Outcome for this row.'),
      messages: field(['String'], 'Interpretations, or the reason of the refusal.'),
    }),
    sourceId: t.exposeString('row', {
      nullable: true,
      description: 'Id of the row; null if it has none.',
    }),
  }),
});

const ImportReportRef = builder.objectRef<ImportReport>('FactorImportReport').implement({
  description: 'Outcome of an import for the rows of its file.',
  fields: (t) => ({
    ...exposed(t, {
      takenCount: field('Int', 'Rows imported as they are.'),
      changedCount: field('Int', 'Rows imported after an interpretation.'),
      refusedCount: field('Int', 'Rows not imported.'),
    }),
    rows: t.field({
      type: [RowReportRef],
      description: 'The first 250 rows that were changed or refused, in the order of the file.',
      resolve: ({ rows }) => rows.slice(0, MOST_ROWS_LISTED),
    }),
  }),
});

const MOST_ROWS_LISTED = 250;

type ImportPayload = Pick<ImportedSet, 'factorSet'> & { readonly report: ImportReport | null };

const ImportFactorSetPayload = payloadWith<ImportPayload>('importFactorSet', (t) =>
  exposed(t, {
    factorSet: nullable(FactorSet, 'The imported set, or the enabled pack.'),
    report: nullable(ImportReportRef, 'Outcome of the rows; null for a pack.'),
  }),
);

builder.mutationField('importFactorSet', (t) =>
  t.field({
    type: ImportFactorSetPayload,
    description:
      'Imports a private set of factors, by default whole or not at all: every row that cannot be used is named with its line. Or enables a pack of the library.',
    extensions: access({ tier: 'GROWTH', permission: 'FACTORS_WRITE', cost: 100 }),
    args: inputArg(ImportFactorSetInput, 'The set, or the pack.'),
    resolve: mutation(async (work, input, context): Promise<ImportPayload> => {
      const { services } = context;
      const { pack, content } = input;
      if (pack !== null && pack !== undefined) {
        const factorSet = await enableFactorPack(work, services.factors, pack);
        return { factorSet, report: null };
      }
      const { description, format, options } = readSetInput(input, ['input'], ['content']);
      const pages = await work.compute(readFactorsTask, {
        format,
        content: content ?? '',
        isBase64: isBase64(content ?? '', format),
        options,
      });
      const rows = rowsOfPages(pages);
      const { isPartial } = options;
      const path = ['input', 'content'];
      return importFactorSet(work, description, rows, { path, isPartial });
    }),
  }),
);

/** Description of a set, and how to read its file; `alsoRequired` names further fields that must be given. */
export function readSetInput(
  input: ImportInput,
  path: readonly string[],
  alsoRequired: readonly (keyof ImportInput)[] = [],
): ImportSettings {
  const problems: Problem[] = [];
  for (const field of [...REQUIRED_FIELDS, ...alsoRequired, 'format'] as const) {
    const value = input[field];
    if (value !== null && value !== undefined && value !== '') continue;
    const message = `\`${field}\` is needed unless \`pack\` is given.`;
    problems.push({ path: [...path, field], code: 'REQUIRED', message });
  }
  problems.push(...problemsOfTexts(input, path.slice(1)));
  if (problems.length > 0) throw badInput(problems);
  const name = input.name ?? '';
  return {
    format: input.format ?? 'CSV',
    description: {
      name,
      version: input.version ?? '',
      licence: input.licence ?? '',
      attribution: input.attribution ?? '',
      title: input.title ?? name,
      publisher: input.publisher ?? '',
      licenceUrl: input.licenceUrl ?? null,
      attributionUrls: input.attributionUrls ?? [],
      sourceUrl: input.sourceUrl ?? null,
      releasedOn: input.releasedOn ?? new Date().toISOString().slice(0, 10),
    },
    options: {
      isPartial: input.partial ?? false,
      columns: new Map((input.columns ?? []).map(({ header, column }) => [header, column])),
      decimalComma: input.decimalComma ?? undefined,
      sheet: input.sheet ?? undefined,
    },
  };
}

const REQUIRED_FIELDS = ['name', 'version', 'licence', 'attribution'] as const;

const TEXT_FORMATS: ReadonlySet<FactorFormat> = new Set(['CSV', 'JSON', 'SIMAPRO_CSV', 'PCF']);

/** A ZIP archive begins with "PK", which is "UEs" in base64; anything else is text. */
function isBase64(content: string, format: FactorFormat): boolean {
  return !TEXT_FORMATS.has(format) && content.startsWith('UEs');
}
