/**
 * The closed lists of the domain, each as a const array (to iterate over) with its union type.
 * Names are those of the API and of the inventory file.
 */

/** Stages of a life cycle, in order, with their EN 15804 modules. */
export const LIFECYCLE_PHASES = [
  'RAW_MATERIALS', // A1
  'INBOUND_TRANSPORT', // A2
  'MANUFACTURING', // A3
  'PACKAGING', // A3, shown apart
  'DISTRIBUTION', // A4
  'RETAIL', // A4, shown apart
  'INSTALLATION', // A5
  'USE', // B1, B6, B7
  'MAINTENANCE_REPAIR', // B2 to B5
  'END_OF_LIFE', // C1 to C4
  'BEYOND_SYSTEM', // D: reported apart, never summed
] as const;
export type LifecyclePhase = (typeof LIFECYCLE_PHASES)[number];

export const BOUNDARIES = ['CRADLE_TO_GATE', 'CRADLE_TO_SHELF', 'CRADLE_TO_GRAVE'] as const;
export type Boundary = (typeof BOUNDARIES)[number];

const GATE_PHASES = ['RAW_MATERIALS', 'INBOUND_TRANSPORT', 'MANUFACTURING', 'PACKAGING'] as const;
const SHELF_PHASES = [...GATE_PHASES, 'DISTRIBUTION', 'RETAIL'] as const;

/** The phases that a boundary sums. BEYOND_SYSTEM is in none of them. */
export const BOUNDARY_PHASES: Readonly<Record<Boundary, readonly LifecyclePhase[]>> = {
  CRADLE_TO_GATE: GATE_PHASES,
  CRADLE_TO_SHELF: SHELF_PHASES,
  CRADLE_TO_GRAVE: [...SHELF_PHASES, 'INSTALLATION', 'USE', 'MAINTENANCE_REPAIR', 'END_OF_LIFE'],
};

/** Modes of ISO 14083, with the two that shops know: a parcel, and not knowing. */
export const TRANSPORT_METHODS = [
  'ROAD',
  'RAIL',
  'SEA',
  'INLAND_WATERWAY',
  'AIR',
  'PIPELINE',
  'CABLEWAY',
  'HUB',
  'PARCEL',
  'UNKNOWN',
] as const;
export type TransportMethod = (typeof TRANSPORT_METHODS)[number];

export const VEHICLE_CLASSES = [
  'VAN',
  'VAN_ELECTRIC',
  'TRUCK',
  'TRUCK_RIGID',
  'TRUCK_ARTIC',
  'CARGO_BIKE',
  'TRAIN_FREIGHT',
  'TRAIN_ELECTRIC',
  'CONTAINER_SHIP',
  'BULK_CARRIER',
  'GENERAL_CARGO_SHIP',
  'TANKER',
  'RORO_FERRY',
  'BARGE',
  'AIR_FREIGHTER',
  'AIR_BELLY',
] as const;
export type VehicleClass = (typeof VEHICLE_CLASSES)[number];

export const ENERGY_SOURCES = [
  'GRID_ELECTRICITY',
  'RENEWABLE_ELECTRICITY_CERTIFIED',
  'SOLAR',
  'WIND',
  'HYDRO',
  'GEOTHERMAL',
  'NUCLEAR',
  'BIOMASS',
  'BIOMASS_ELECTRICITY',
  'BIOGAS',
  'NATURAL_GAS',
  'COAL',
  'FUEL_OIL',
  'DIESEL',
  'PETROL',
  'LPG',
  'HYDROGEN',
  'DISTRICT_HEAT',
  'STEAM',
  'OTHER',
] as const;
export type EnergySource = (typeof ENERGY_SOURCES)[number];

export const ELECTRICITY_ACCOUNTINGS = ['LOCATION', 'MARKET'] as const;
export type ElectricityAccounting = (typeof ELECTRICITY_ACCOUNTINGS)[number];

export const DECLARED_UNITS = ['PIECE', 'KG', 'M', 'M2', 'M3', 'L', 'KWH', 'TKM', 'PAIR'] as const;
export type DeclaredUnitCode = (typeof DECLARED_UNITS)[number];

export const PACKAGING_LEVELS = ['PRIMARY', 'SECONDARY', 'TERTIARY'] as const;
export type PackagingLevel = (typeof PACKAGING_LEVELS)[number];

/** Materials that are processed and treated alike. */
export const MATERIAL_GROUPS = [
  'METAL',
  'GLASS',
  'PLASTIC',
  'PAPER',
  'WOOD',
  'TEXTILE',
  'RUBBER',
  'MINERAL',
  'ELECTRICAL',
  'BATTERY',
  'FOOD',
  'MIXED',
] as const;
export type MaterialGroup = (typeof MATERIAL_GROUPS)[number];

export const LIFETIME_UNITS = ['USES', 'YEARS'] as const;
export type LifetimeUnit = (typeof LIFETIME_UNITS)[number];

export const SECTOR_TAGS = [
  'APPAREL',
  'FOOTWEAR',
  'TEXTILES',
  'LEATHER',
  'FURNITURE',
  'ELECTRONICS',
  'APPLIANCES',
  'BATTERIES',
  'COSMETICS',
  'FOOD',
  'BEVERAGES',
  'PAPER',
  'PACKAGING',
  'PLASTICS',
  'CHEMICALS',
  'METALS',
  'CONSTRUCTION',
  'TOYS',
  'SPORTS',
  'JEWELLERY',
  'AUTOMOTIVE',
  'LOGISTICS',
  'SERVICES',
  'OTHER',
] as const;
export type SectorTag = (typeof SECTOR_TAGS)[number];

/** The impact categories of EF 3.1, by the codes of the JRC reference package. */
export const IMPACT_CATEGORIES = [
  'CC',
  'ODP',
  'HTOX_c',
  'HTOX_nc',
  'PM',
  'IR',
  'POCP',
  'AP',
  'EPT',
  'EPF',
  'EPM',
  'ETF',
  'LU',
  'WU',
  'RUMM',
  'RUF',
] as const;
export type ImpactCategory = (typeof IMPACT_CATEGORIES)[number];

/** Textile processes whose energy is known (reference table of process energy intensities). */
export const PROCESS_NAMES = [
  'SPINNING_RING',
  'SPINNING_OPEN_END',
  'SPINNING_SYNTHETIC',
  'KNITTING_AVERAGE',
  'KNITTING_CIRCULAR',
  'KNITTING_FLAT',
  'KNITTING_FULLY_FASHIONED',
  'KNITTING_SEAMLESS',
  'WEAVING',
  'DESIZING',
  'SCOURING',
  'WASHING_SYNTHETIC',
  'MERCERISING',
  'BLEACHING',
  'DYEING_AVERAGE',
  'DYEING_BATCH',
  'DYEING_CONTINUOUS',
  'PRINTING_FIXED_WASHED',
  'PRINTING_PIGMENT',
  'FINISHING_CHEMICAL',
  'FADING_CHEMICAL',
  'CUTTING_AND_SEWING',
] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

/** Years of factors that an input may ask for. */
export const FACTOR_YEARS = { first: 1990, last: 2100 } as const;

export function isFactorYear(year: number): boolean {
  return Number.isInteger(year) && year >= FACTOR_YEARS.first && year <= FACTOR_YEARS.last;
}

/** A word of a closed list as people read it: `INLAND_WATERWAY` is "inland waterway". */
export function inWords(word: string): string {
  return word.toLowerCase().replaceAll('_', ' ');
}
