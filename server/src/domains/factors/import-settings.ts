import { FACTOR_FORMATS, type FactorFormat, type ImportOptions } from './import/index.ts';
import type { OwnSetDescription } from './service.ts';

type Json = Readonly<Record<string, unknown>>;

/** Description of a set, and how to read its file. */
export type ImportSettings = {
  readonly description: OwnSetDescription;
  readonly format: FactorFormat;
  readonly options: ImportOptions;
};

/** Settings as JSON, to keep them in a job until its file has arrived. */
export function settingsJson({ description, format, options }: ImportSettings): Json {
  return { description, format, options: { ...options, columns: [...(options.columns ?? [])] } };
}

/** The settings that `settingsJson` wrote. */
export function readSettings(settings: Json): ImportSettings {
  const description = membersOf(settings['description']);
  const options = membersOf(settings['options']);
  const text = (name: string) => String(description[name] ?? '');
  const optional = (name: string) =>
    typeof description[name] === 'string' ? description[name] : null;
  const urls = description['attributionUrls'];
  const { columns, decimalComma, sheet } = options;
  return {
    format: FACTOR_FORMATS.find((format) => format === settings['format']) ?? 'CSV',
    description: {
      name: text('name'),
      version: text('version'),
      title: text('title'),
      publisher: text('publisher'),
      licence: text('licence'),
      attribution: text('attribution'),
      releasedOn: text('releasedOn'),
      licenceUrl: optional('licenceUrl'),
      sourceUrl: optional('sourceUrl'),
      attributionUrls: Array.isArray(urls) ? urls.map(String) : [],
    },
    options: {
      isPartial: options['isPartial'] === true,
      columns: new Map(
        Array.isArray(columns) ? columns.map(([a, b]) => [String(a), String(b)]) : [],
      ),
      decimalComma: typeof decimalComma === 'boolean' ? decimalComma : undefined,
      sheet: typeof sheet === 'string' ? sheet : undefined,
    },
  };
}

function membersOf(value: unknown): Json {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}
