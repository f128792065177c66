import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import {
  FACTOR_FORMATS,
  type FactorFormat,
  type ImportedSet,
  type ImportOptions,
  importFactorSet,
  type OwnSetDescription,
  readFactorFile,
} from '../domains/factors/index.ts';
import { encodeId } from '../platform/ids.ts';
import { ENVIRONMENTS } from '../platform/scope.ts';
import { ApiError } from '../rules/errors/api-error.ts';
import {
  type Command,
  type Given,
  oneOf,
  type Result,
  requiredOneOf,
  requiredText,
  textOf,
  UsageError,
} from './command.ts';
import { organizationGiven, SCOPE_OPTIONS } from './organization-given.ts';
import { withService } from './with-service.ts';

export const factorCommands: Readonly<Record<string, Command>> = {
  'import factors': {
    summary: 'Imports a private set of factors from a file, whole or not at all.',
    positionals: ['file'],
    options: {
      ...SCOPE_OPTIONS,
      name: { type: 'string', meaning: 'Short name of the set.', isRequired: true },
      version: { type: 'string', meaning: 'Version of the set.', isRequired: true },
      licence: { type: 'string', meaning: 'Licence under which you have it.', isRequired: true },
      attribution: {
        type: 'string',
        meaning: 'Attribution to show with its values.',
        isRequired: true,
      },
      format: { type: 'string', meaning: `${FACTOR_FORMATS.join(', ')}; by the file's ending.` },
      title: { type: 'string', meaning: 'Full title of the source.' },
      publisher: { type: 'string', meaning: 'Publisher of the source.' },
      'released-on': { type: 'string', meaning: 'Day of its publication, such as 2026-01-31.' },
      columns: {
        type: 'string',
        meaning: 'Mapping of headers: "Stoff=name,Wert=kgco2e_per_unit".',
      },
      'decimal-comma': { type: 'boolean', meaning: 'Read 1,234 as 1.234.' },
      sheet: { type: 'string', meaning: 'Sheet of a workbook; the first by default.' },
      partial: { type: 'boolean', meaning: 'Import the rows that can be used, report the others.' },
      result: { type: 'string', meaning: 'File to write a JSON line per row to.' },
    },
    run: importCommand,
  },
};

async function importCommand(given: Given): Promise<Result> {
  const [file = ''] = given.positionals;
  const environment = requiredOneOf(given, 'environment', ENVIRONMENTS);
  const format = oneOf(given, 'format', FACTOR_FORMATS) ?? formatOf(file);
  const description = descriptionOf(given);
  await access(file).catch(() => {
    throw new UsageError(`There is no file ${file}.`);
  });
  const options = optionsOf(given);
  const resultFile = textOf(given, 'result');
  return withService(async ({ db }) => {
    const organization = await organizationGiven(db, given);
    const scope = { organizationId: organization.id, environment };
    const rows = readFactorFile(format, createReadStream(file), options);
    const result = resultFile === undefined ? undefined : createWriteStream(resultFile);
    if (result !== undefined) await once(result, 'open');
    // Reported at the end of the file; otherwise it would end the process.
    result?.on('error', () => {});
    try {
      const imported = await db.transaction().execute((tx) =>
        importFactorSet({ db: tx, scope }, description, rows, {
          path: [file],
          isPartial: options.isPartial,
          onProgress: showProgress,
          onRow: (row) => result?.write(`${JSON.stringify(row)}\n`),
        }),
      );
      return resultOf(imported);
    } catch (error) {
      throw error instanceof ApiError ? listingProblems(error) : error;
    } finally {
      if (result !== undefined) await finished(result.end());
    }
  });
}

function optionsOf(given: Given): ImportOptions {
  const pairs = (textOf(given, 'columns') ?? '').split(',').filter((pair) => pair !== '');
  const columns = pairs.map((pair) => {
    const [header, column] = pair.split('=');
    if (header === undefined || column === undefined) {
      throw new UsageError(`--columns must be header=column pairs; ${pair} is none.`);
    }
    return [header.trim(), column.trim()] as const;
  });
  return {
    isPartial: given.values['partial'] === true,
    columns: new Map(columns),
    decimalComma: given.values['decimal-comma'] === true ? true : undefined,
    sheet: textOf(given, 'sheet'),
  };
}

function descriptionOf(given: Given): OwnSetDescription {
  const name = requiredText(given, 'name');
  const releasedOn = textOf(given, 'released-on') ?? new Date().toISOString().slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(releasedOn)) {
    throw new UsageError('--released-on must be a day such as 2026-01-31.');
  }
  return {
    name,
    version: requiredText(given, 'version'),
    licence: requiredText(given, 'licence'),
    attribution: requiredText(given, 'attribution'),
    title: textOf(given, 'title') ?? name,
    publisher: textOf(given, 'publisher') ?? '',
    licenceUrl: null,
    attributionUrls: [],
    sourceUrl: null,
    releasedOn,
  };
}

/** XML, ZIP and JSON hold several formats: of them only the usual one is taken from the ending. */
function formatOf(file: string): FactorFormat {
  if (/\.csv$/i.test(file)) return 'CSV';
  if (/\.xlsx$/i.test(file)) return 'XLSX';
  if (/\.(json|jsonl|ndjson)$/i.test(file)) return 'JSON';
  if (/\.spold$/i.test(file)) return 'ECOSPOLD2';
  throw new UsageError(`--format must be given for ${file}: ${FACTOR_FORMATS.join(', ')}.`);
}

/** To the error stream, which a pipe does not carry away. */
function showProgress(rows: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${rows.toLocaleString('en')} factors …`);
}

const ROWS_SHOWN = 20;

function resultOf({ factorSet, report }: ImportedSet): Result {
  const { slug, factorCount, contentHash } = factorSet;
  const { takenCount, changedCount, refusedCount, rows } = report;
  const shown = rows
    .slice(0, ROWS_SHOWN)
    .map(
      ({ line, row, status, messages }) =>
        `line ${line}${row === null ? '' : ` (${row})`}: ${status.toLowerCase()}: ${messages.join(' ')}`,
    );
  const more = changedCount + refusedCount - shown.length;
  return {
    text: [
      `${slug}: ${factorCount.toLocaleString('en')} factors imported; ${takenCount} rows taken as they are, ${changedCount} changed, ${refusedCount} refused.`,
      ...shown,
      ...(more > 0 ? [`… and ${more} more; --result <file> has them all.`] : []),
    ].join('\n'),
    data: {
      id: encodeId('factorSet', factorSet.id),
      slug,
      factorCount,
      contentHash,
      takenCount,
      changedCount,
      refusedCount,
    },
  };
}

/** Shows all problems: a person who imports a file needs every faulty line, not the first. */
function listingProblems(refusal: ApiError): ApiError {
  const lines = refusal.problems.map(({ message }) => message);
  if (lines.length === 0) return refusal;
  return new ApiError(refusal.code, lines.join('\n'), refusal.extensions);
}
