import {
  type GridLoss,
  MATERIAL_GROUPS,
  type MaterialFit,
  type MaterialGroup,
  type MaterialMapping,
  type MaterialName,
  type NameWordRow,
  type ProcessEnergy,
  type SpendTables,
} from '@trackway/engine';
import { cell, numberCell, readTable, type TableLine } from './csv-file.ts';
import { DATA_FOLDER } from './set-files.ts';

/** The names that people use for materials, and the factors of the default sets that serve them. */
export async function loadMaterialMap(dataFolder = DATA_FOLDER): Promise<MaterialMapping[]> {
  const lines = await readTable(new URL('reference/material-factor-map.csv', dataFolder));
  return lines.map((line) => mappingOf(line, 'factor_id'));
}

/** The catalogue of materials with their names: English, grades, numbers and trade names, other languages. */
export async function loadMaterialNames(dataFolder = DATA_FOLDER): Promise<MaterialName[]> {
  const [lines = [], designations = []] = await Promise.all(
    ['material-names', 'material-designations'].map((name) =>
      readTable(new URL(`reference/${name}.csv`, dataFolder)),
    ),
  );
  const designationsOf = Map.groupBy(designations, (line) => cell(line, 'material'));
  return lines.map((line) => {
    const material = cell(line, 'material');
    const designated = designationsOf.get(material) ?? [];
    const names = [namesIn(line, 'en'), ...designated.map((row) => namesIn(row, 'names'))].flat();
    return {
      material,
      group: groupOf(cell(line, 'group')),
      family: cell(line, 'family'),
      kgPerM3: numberCell(line, 'kg_per_m3'),
      names: [...names, ...OTHER_LANGUAGES.flatMap((language) => namesIn(line, language))],
      english: names.length,
    };
  });
}

function namesIn(line: TableLine, column: string): string[] {
  return cell(line, column)
    .split('|')
    .filter((name) => name !== '');
}

/** Words of names that leave the factor as it is, and foods in other languages as spellings of the English word. */
export async function loadNameWords(dataFolder = DATA_FOLDER): Promise<NameWordRow[]> {
  const [lines = [], foods = []] = await Promise.all(
    ['name-words', 'food-words'].map((name) =>
      readTable(new URL(`reference/${name}.csv`, dataFolder)),
    ),
  );
  return [
    ...lines.map((line) => wordsOf(line, cell(line, 'kind'), cell(line, 'form'))),
    ...foods.map((line) => wordsOf(line, 'spelling', cell(line, 'food'))),
  ];
}

function wordsOf(line: TableLine, kind: string, form: string): NameWordRow {
  return { kind, form, words: cell(line, 'words').split(' ') };
}

const OTHER_LANGUAGES = ['de', 'fr', 'es', 'it', 'nl'] as const;

function groupOf(text: string): MaterialGroup {
  const group = MATERIAL_GROUPS.find((known) => known === text);
  if (group === undefined) throw new Error(`The material names have an unknown group: ${text}.`);
  return group;
}

export type PackMaterialMapping = MaterialMapping & { readonly pack: string };

/** The same for the packs; of use only where the pack is switched on. */
export async function loadPackMaterialMap(
  dataFolder = DATA_FOLDER,
): Promise<PackMaterialMapping[]> {
  const lines = await readTable(new URL('packs/material-map.csv', dataFolder));
  return lines.map((line) => ({
    ...mappingOf(line, 'dataset_id'),
    geography: cell(line, 'geography'),
    pack: cell(line, 'pack'),
  }));
}

/** Losses between plant and socket by country. */
export async function loadGridLosses(dataFolder = DATA_FOLDER): Promise<GridLoss[]> {
  const lines = await readTable(new URL('reference/grid-losses.csv', dataFolder));
  return lines.map((line) => ({
    country: cell(line, 'country'),
    deliveredMultiplier: Number(cell(line, 'delivered_multiplier')),
    source: cell(line, 'source'),
  }));
}

/** Exchange rates, consumer prices and words for industries. */
export async function loadSpend(dataFolder = DATA_FOLDER): Promise<SpendTables> {
  const [rates, prices, industries] = await Promise.all(
    ['exchange-rates', 'consumer-prices', 'industries'].map((name) =>
      readTable(new URL(`reference/${name}.csv`, dataFolder)),
    ),
  );
  return {
    rates: (rates ?? []).map((line) => ({
      ...ofYear(line),
      unitsPerUsd: Number(cell(line, 'units_per_usd')),
    })),
    prices: (prices ?? []).map((line) => ({ ...ofYear(line), index: Number(cell(line, 'index')) })),
    industries: (industries ?? []).map((line) => ({
      naics: cell(line, 'naics'),
      words: cell(line, 'words').split('|'),
    })),
  };
}

function ofYear(line: TableLine) {
  return {
    currency: cell(line, 'currency'),
    year: Number(cell(line, 'year')),
    source: cell(line, 'source'),
  };
}

/** Energy and waste of textile processes. */
export async function loadProcessEnergy(dataFolder = DATA_FOLDER): Promise<ProcessEnergy[]> {
  const lines = await readTable(new URL('reference/process-energy-intensity.csv', dataFolder));
  return lines.map((line) => ({
    id: cell(line, 'id'),
    name: cell(line, 'name_fr'),
    unit: cell(line, 'unit'),
    electricityKwhPerUnit: numberCell(line, 'electricity_kwh_per_unit') ?? 0,
    heatMjPerUnit: numberCell(line, 'heat_mj_per_unit') ?? 0,
    wasteShare: numberCell(line, 'waste_share') ?? 0,
    source: cell(line, 'source_of_value'),
  }));
}

function mappingOf(line: TableLine, factorColumn: string): MaterialMapping {
  const factorSourceId = cell(line, factorColumn);
  return {
    material: cell(line, 'material'),
    route: cell(line, 'route'),
    factorSourceId: factorSourceId === '' ? null : factorSourceId,
    fit: fitOf(cell(line, 'fit')),
    note: cell(line, 'note'),
  };
}

const FITS: readonly MaterialFit[] = ['exact', 'proxy', 'none'];

function fitOf(text: string): MaterialFit {
  const fit = FITS.find((known) => known === text);
  if (fit === undefined) throw new Error(`The material map has an unknown fit: ${text}.`);
  return fit;
}
