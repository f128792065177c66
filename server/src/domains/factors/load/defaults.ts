import type {
  CategoryRow,
  DefaultTables,
  EndOfLifeRow,
  SectorRow,
  TreatmentRow,
} from '@trackway/engine';
import { cell, numberCell, readTable, type TableLine } from './csv-file.ts';
import { DATA_FOLDER } from './set-files.ts';

/** Values for inputs that a product does not declare: end of life, treatment, usual masses. */
export async function loadDefaults(dataFolder = DATA_FOLDER): Promise<DefaultTables> {
  const folder = new URL('reference/', dataFolder);
  const [endOfLife, treatments, categories, sectors] = await Promise.all([
    readTable(new URL('end-of-life.csv', folder)),
    readTable(new URL('material-treatment.csv', folder)),
    readTable(new URL('product-categories.csv', folder)),
    readTable(new URL('sector-footprints.csv', folder)),
  ]);
  return {
    endOfLife: endOfLife.filter(isOfWholeMaterial).map(endOfLifeOf),
    treatments: treatments.map(treatmentOf),
    categories: categories.map(categoryOf),
    sectors: sectors.map(sectorOf),
  };
}

/** Rates of bottles alone say nothing of other plastics. */
function isOfWholeMaterial(line: TableLine): boolean {
  return cell(line, 'scope') !== 'PET bottles';
}

function endOfLifeOf(line: TableLine): EndOfLifeRow {
  const share = (column: string) => numberCell(line, column) ?? null;
  const material = cell(line, 'material_group');
  return {
    geography: cell(line, 'country'),
    material: material === 'wood packaging' ? 'wood' : material,
    isPackaging: cell(line, 'scope') === 'packaging',
    recycledShare: Number(cell(line, 'recycled')),
    energyRecoveryShare: share('incinerated_energy_recovery'),
    incineratedShare: share('incinerated_no_recovery'),
    landfilledShare: share('landfilled'),
    unmanagedShare: share('other_or_unmanaged'),
    source: `${cell(line, 'source_title')}, ${cell(line, 'year')}`,
  };
}

function treatmentOf(line: TableLine): TreatmentRow {
  const landfilled = cell(line, 'landfilled');
  return {
    kind: cell(line, 'kind') === 'group' ? 'group' : 'material',
    names: cell(line, 'names').split('|'),
    statistics: cell(line, 'statistics').split('|'),
    burnt: cell(line, 'burnt'),
    landfilled: landfilled === '' ? undefined : landfilled,
    A: Number(cell(line, 'A')),
    qualityIn: Number(cell(line, 'quality_in')),
    qualityOut: Number(cell(line, 'quality_out')),
    source: cell(line, 'source'),
  };
}

/** Names that mean other products too ("light switch", "postcard") are left out. */
const AMBIGUOUS = new Set(['switch', 'card']);
const SHORTEST_SYNONYM = 6;

function categoryOf(line: TableLine): CategoryRow {
  const id = cell(line, 'id');
  const title = cell(line, 'name').split(',')[0] ?? '';
  const synonyms = cell(line, 'synonyms')
    .split('|')
    .filter((name) => name.length >= SHORTEST_SYNONYM);
  const names = [title, id.replaceAll('-', ' '), ...synonyms];
  return {
    id,
    names: names.filter((name) => name !== '' && !AMBIGUOUS.has(name)),
    massLowKg: Number(cell(line, 'mass_low_kg')),
    massHighKg: Number(cell(line, 'mass_high_kg')),
    source: cell(line, 'source_title'),
  };
}

function sectorOf(line: TableLine): SectorRow {
  return {
    sectorTag: cell(line, 'sector_tag'),
    lowCo2eKgPerKg: Number(cell(line, 'p5_kgco2e_per_kg')),
    highCo2eKgPerKg: Number(cell(line, 'p95_kgco2e_per_kg')),
    gate: {
      lowCo2eKgPerKg: Number(cell(line, 'gate_p5_kgco2e_per_kg')),
      highCo2eKgPerKg: Number(cell(line, 'gate_p95_kgco2e_per_kg')),
    },
    source: cell(line, 'source'),
  };
}
