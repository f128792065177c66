import type {
  DeclaredUnitCode,
  EnergySource,
  LifetimeUnit,
  PackagingLevel,
  ProcessName,
  SectorTag,
  TransportMethod,
  Uncertainty,
  VehicleClass,
} from '@trackway/engine';
import { describedEnum } from '../../graphql/builder.ts';
import type { ProductStatus } from './model.ts';

/** The closed lists of products, as people read them in the schema. */

export const ProductStatusEnum = describedEnum<ProductStatus>(
  'ProductStatus',
  'Where a product stands: DRAFT ⇄ ACTIVE ⇄ ARCHIVED.',
  {
    DRAFT: 'Being prepared.',
    ACTIVE: 'In use.',
    ARCHIVED: 'Kept, but not listed unless asked for.',
  },
);

export const SectorTagEnum = describedEnum<SectorTag>(
  'SectorTag',
  'Sectors of products, each mapped to an ISIC Rev. 4 division and a UN CPC code.',
  {
    APPAREL: 'Clothing (ISIC 14).',
    FOOTWEAR: 'Shoes (ISIC 15).',
    TEXTILES: 'Yarns, fabrics and home textiles (ISIC 13).',
    LEATHER: 'Leather goods (ISIC 15).',
    FURNITURE: 'Furniture (ISIC 31).',
    ELECTRONICS: 'Computers, phones and other electronics (ISIC 26).',
    APPLIANCES: 'Household appliances (ISIC 27).',
    BATTERIES: 'Batteries and accumulators (ISIC 27).',
    COSMETICS: 'Cosmetics and toiletries (ISIC 20).',
    FOOD: 'Food (ISIC 10).',
    BEVERAGES: 'Beverages (ISIC 11).',
    PAPER: 'Paper and stationery (ISIC 17).',
    PACKAGING: 'Packaging sold as a product (ISIC 17).',
    PLASTICS: 'Plastic products (ISIC 22).',
    CHEMICALS: 'Chemicals and detergents (ISIC 20).',
    METALS: 'Metals and metal products (ISIC 24).',
    CONSTRUCTION: 'Building materials and construction.',
    TOYS: 'Toys and games (ISIC 32).',
    SPORTS: 'Sports goods (ISIC 32).',
    JEWELLERY: 'Jewellery and watches (ISIC 32).',
    AUTOMOTIVE: 'Vehicles and their parts (ISIC 29).',
    LOGISTICS: 'Transport and storage services.',
    SERVICES: 'Other services.',
    OTHER: 'Anything else.',
  },
);

export const DeclaredUnitEnum = describedEnum<DeclaredUnitCode>(
  'DeclaredUnitCode',
  'Units that a footprint can be declared per.',
  {
    PIECE: 'One piece.',
    PAIR: 'One pair.',
    KG: 'Kilogram.',
    M: 'Metre.',
    M2: 'Square metre.',
    M3: 'Cubic metre.',
    L: 'Litre.',
    KWH: 'Kilowatt hour.',
    TKM: 'Tonne-kilometre.',
  },
);

export const LifetimeUnitEnum = describedEnum<LifetimeUnit>(
  'LifetimeUnit',
  'What a lifetime is counted in.',
  {
    USES: 'Number of uses.',
    YEARS: 'Years.',
  },
);

export const PackagingLevelEnum = describedEnum<PackagingLevel>(
  'PackagingLevel',
  'How near packaging is to the product.',
  {
    PRIMARY: 'Around one sales unit.',
    SECONDARY: 'Around several sales units.',
    TERTIARY: 'For transport: pallets, film, containers.',
  },
);

export const TransportMethodEnum = describedEnum<TransportMethod>(
  'TransportMethod',
  'Modes of transport (ISO 14083).',
  {
    ROAD: 'Road; by default an average laden diesel HGV (DESNZ 2025).',
    RAIL: 'Rail; by default a freight train (DESNZ 2025).',
    SEA: 'Sea; by default an average container ship (DESNZ 2025).',
    INLAND_WATERWAY: 'Inland waterway; by default waterborne craft (US EPA 2025).',
    AIR: 'Air; by default international air freight without radiative forcing (DESNZ 2025).',
    PIPELINE: 'Pipeline.',
    CABLEWAY: 'Cableway.',
    HUB: 'Handling at a hub.',
    PARCEL: 'A parcel, as a chain of several modes.',
    UNKNOWN: 'Not known.',
  },
);

export const VehicleClassEnum = describedEnum<VehicleClass>(
  'VehicleClass',
  'Kinds of vehicle within a mode of transport.',
  {
    VAN: 'Van, average fuel.',
    VAN_ELECTRIC: 'Battery-electric van.',
    TRUCK: 'HGV, average of all sizes.',
    TRUCK_RIGID: 'Rigid HGV.',
    TRUCK_ARTIC: 'Articulated HGV.',
    CARGO_BIKE: 'Cargo bike.',
    TRAIN_FREIGHT: 'Freight train.',
    TRAIN_ELECTRIC: 'Electric freight train.',
    CONTAINER_SHIP: 'Container ship.',
    BULK_CARRIER: 'Bulk carrier.',
    GENERAL_CARGO_SHIP: 'General cargo ship.',
    TANKER: 'Tanker.',
    RORO_FERRY: 'Roll-on roll-off ferry.',
    BARGE: 'Inland barge.',
    AIR_FREIGHTER: 'Freighter aircraft.',
    AIR_BELLY: 'Belly hold of a passenger aircraft.',
  },
);

export const EnergySourceEnum = describedEnum<EnergySource>(
  'EnergySource',
  'Carriers and sources of energy.',
  {
    GRID_ELECTRICITY: 'Electricity from the grid of a country.',
    RENEWABLE_ELECTRICITY_CERTIFIED:
      'Renewable electricity with certificates (market-based accounting).',
    SOLAR: 'Solar electricity made on site.',
    WIND: 'Wind electricity.',
    HYDRO: 'Hydroelectricity.',
    GEOTHERMAL: 'Geothermal energy.',
    NUCLEAR: 'Nuclear electricity.',
    BIOMASS: 'Solid biomass.',
    BIOGAS: 'Biogas.',
    NATURAL_GAS: 'Natural gas.',
    COAL: 'Coal.',
    FUEL_OIL: 'Fuel oil.',
    DIESEL: 'Diesel.',
    PETROL: 'Petrol.',
    LPG: 'Liquefied petroleum gas.',
    HYDROGEN: 'Hydrogen.',
    DISTRICT_HEAT: 'District heat.',
    STEAM: 'Steam.',
    OTHER: 'Anything else.',
  },
);

export const ProcessNameEnum = describedEnum<ProcessName>(
  'ProcessName',
  'Textile processes whose energy is known (Ecobalyse, after the EU textiles BAT reference document).',
  {
    SPINNING_RING: 'Ring spinning of natural fibres.',
    SPINNING_OPEN_END: 'Open-end spinning of natural fibres.',
    SPINNING_SYNTHETIC: 'Spinning of synthetic filaments.',
    KNITTING_AVERAGE: 'Knitting, average of machines.',
    KNITTING_CIRCULAR: 'Circular knitting.',
    KNITTING_FLAT: 'Flat knitting.',
    KNITTING_FULLY_FASHIONED: 'Fully fashioned knitting.',
    KNITTING_SEAMLESS: 'Seamless knitting.',
    WEAVING: 'Weaving.',
    DESIZING: 'Desizing.',
    SCOURING: 'Scouring.',
    WASHING_SYNTHETIC: 'Washing of synthetic fibres.',
    MERCERISING: 'Mercerising.',
    BLEACHING: 'Bleaching.',
    DYEING_AVERAGE: 'Dyeing, average.',
    DYEING_BATCH: 'Batch dyeing.',
    DYEING_CONTINUOUS: 'Continuous dyeing.',
    PRINTING_FIXED_WASHED: 'Printing, fixed and washed; per square metre.',
    PRINTING_PIGMENT: 'Pigment printing; per square metre.',
    FINISHING_CHEMICAL: 'Chemical finishing.',
    FADING_CHEMICAL: 'Chemical fading.',
  },
);

export const DistributionEnum = describedEnum<Uncertainty['kind']>(
  'Distribution',
  'How a declared amount is spread.',
  {
    FIXED: 'Not at all.',
    LOGNORMAL: 'Lognormal, with `sigma`.',
    NORMAL: 'Normal, with `deviation`.',
    TRIANGULAR: 'Triangular, from `least` over 1 to `most`.',
    UNIFORM: 'Uniform, from `least` to `most`.',
  },
);
