import type {
  DeclaredUnitCode,
  EnergySource,
  LifetimeUnit,
  MaterialGroup,
  PackagingLevel,
  ProcessName,
  SectorTag,
  TransportMethod,
  Uncertainty,
  VehicleClass,
} from '@trackway/engine';
import { describedEnum } from '../../graphql/enums.ts';
import type { FootprintBasis, ProductFootprintState, ProductStatus } from './model.ts';

/** The closed lists of products, as people read them in the schema. */

export const ProductStatusEnum = describedEnum<ProductStatus>(
  'ProductStatus',
  'Status of a product: DRAFT ⇄ ACTIVE ⇄ ARCHIVED.',
  {
    DRAFT: 'Being prepared.',
    ACTIVE: 'The product is in use.',
    ARCHIVED: 'The product is kept; lists show it only on request.',
  },
);

export const FootprintBasisEnum = describedEnum<FootprintBasis>(
  'FootprintBasis',
  'Detail and boundary of the footprint of a product.',
  {
    BASIC: 'Declared materials, processes, packaging and transport, up to the shelf.',
    FULL_CRADLE_TO_GATE: 'A FULL calculation up to the gate of the factory.',
    FULL_CRADLE_TO_SHELF: 'A FULL calculation up to the shelf of the shop.',
    FULL_CRADLE_TO_GRAVE: 'A FULL calculation of the whole life cycle.',
  },
);

export const ProductFootprintStateEnum = describedEnum<ProductFootprintState>(
  'ProductFootprintState',
  'Footprint of a product, compared with its declaration.',
  {
    NOT_CALCULATED: 'The product has no footprint.',
    OUTDATED:
      'The declaration was changed after the footprint was calculated. Changes of factors and of components are not noticed.',
    CURRENT: 'The footprint is of the present declaration.',
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
    OTHER: 'Any other one, not listed here.',
  },
);

export const DeclaredUnitEnum = describedEnum<DeclaredUnitCode>(
  'DeclaredUnitCode',
  'Units that a footprint can be declared per.',
  {
    PIECE: 'One piece of the product.',
    PAIR: 'One pair, such as shoes.',
    KG: 'Kilogram (kg), a unit of mass.',
    M: 'Metre (m), a unit of length.',
    M2: 'Square metre (m²).',
    M3: 'Cubic metre (m³).',
    L: 'Litre (L), a unit of volume.',
    KWH: 'Kilowatt hour (kWh).',
    TKM: 'Tonne-kilometre.',
  },
);

export const LifetimeUnitEnum = describedEnum<LifetimeUnit>('LifetimeUnit', 'Unit of a lifetime.', {
  USES: 'Number of uses.',
  YEARS: 'Number of years.',
});

export const PackagingLevelEnum = describedEnum<PackagingLevel>(
  'PackagingLevel',
  'Level of packaging.',
  {
    PRIMARY: 'Around one sales unit.',
    SECONDARY: 'Around several sales units.',
    TERTIARY: 'Transport packaging: pallets, film, containers.',
  },
);

const UNSERVED = 'No factor of the library serves it: give the leg a `factorId`.';

export const TransportMethodEnum = describedEnum<TransportMethod>(
  'TransportMethod',
  'Modes of transport (ISO 14083).',
  {
    ROAD: 'Road; by default an average laden diesel HGV (DESNZ 2025).',
    RAIL: 'Rail; by default a freight train (DESNZ 2025).',
    SEA: 'Sea; by default an average container ship (DESNZ 2025).',
    INLAND_WATERWAY: 'Inland waterway; by default waterborne craft (US EPA 2025).',
    AIR: 'Air; by default international air freight without radiative forcing (DESNZ 2025).',
    PIPELINE: `Pipeline transport. ${UNSERVED}`,
    CABLEWAY: `Cableway transport. ${UNSERVED}`,
    HUB: `Handling at a hub. ${UNSERVED}`,
    PARCEL: 'A parcel: counted as a van for its whole distance.',
    UNKNOWN: 'The mode is unknown: counted as an HGV.',
  },
);

export const VehicleClassEnum = describedEnum<VehicleClass>(
  'VehicleClass',
  'Kinds of vehicle within a mode of transport.',
  {
    VAN: 'Van, average fuel.',
    VAN_ELECTRIC: 'Battery-electric van.',
    TRUCK: 'HGV, average of all sizes.',
    TRUCK_RIGID: 'Rigid heavy goods vehicle.',
    TRUCK_ARTIC: 'Articulated HGV.',
    CARGO_BIKE: `Cargo bike, human or electric. ${UNSERVED}`,
    TRAIN_FREIGHT: 'Freight train, average traction.',
    TRAIN_ELECTRIC: `Electric freight train. ${UNSERVED}`,
    CONTAINER_SHIP: 'Container ship.',
    BULK_CARRIER: 'Bulk carrier ship.',
    GENERAL_CARGO_SHIP: 'General cargo ship.',
    TANKER: 'Tanker ship for liquids.',
    RORO_FERRY: 'Roll-on roll-off ferry.',
    BARGE: 'Barge on inland waterways.',
    AIR_FREIGHTER: 'Freighter aircraft.',
    AIR_BELLY: `Belly hold of a passenger aircraft. ${UNSERVED}`,
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
    BIOMASS: 'Solid biomass that is burnt for heat, such as wood pellets; kWh of fuel.',
    BIOMASS_ELECTRICITY: 'Electricity from a biomass power plant; kWh of electricity.',
    BIOGAS: 'Biogas from organic waste or energy crops.',
    NATURAL_GAS: 'Natural gas from the network.',
    COAL: 'Coal, average of industrial grades.',
    FUEL_OIL: 'Fuel oil for heating.',
    DIESEL: 'Diesel fuel for engines.',
    PETROL: 'Petrol (gasoline) for engines.',
    LPG: 'Liquefied petroleum gas.',
    HYDROGEN: 'Hydrogen as an energy carrier.',
    DISTRICT_HEAT: 'Heat from a district heating network.',
    STEAM: 'Process steam from a supplier.',
    OTHER: 'Any other one, not listed here.',
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
    KNITTING_FLAT: 'Knitting on flat machines.',
    KNITTING_FULLY_FASHIONED: 'Fully fashioned knitting.',
    KNITTING_SEAMLESS: 'Seamless knitting.',
    WEAVING: 'Weaving of yarn to fabric.',
    DESIZING: 'Desizing of woven fabric.',
    SCOURING: 'Scouring of fibres or fabric.',
    WASHING_SYNTHETIC: 'Washing of synthetic fibres.',
    MERCERISING: 'Mercerising of cotton.',
    BLEACHING: 'Bleaching of yarn or fabric.',
    DYEING_AVERAGE: 'Dyeing, average.',
    DYEING_BATCH: 'Dyeing in batches.',
    DYEING_CONTINUOUS: 'Continuous dyeing.',
    PRINTING_FIXED_WASHED: 'Printing, fixed and washed; per square metre.',
    PRINTING_PIGMENT: 'Pigment printing; per square metre.',
    FINISHING_CHEMICAL: 'Chemical finishing.',
    FADING_CHEMICAL: 'Chemical fading.',
    CUTTING_AND_SEWING:
      'Cutting and sewing of a garment of cloth, 15 minutes per piece; only of products that are counted by the piece.',
  },
);

export const DistributionEnum = describedEnum<Uncertainty['kind']>(
  'Distribution',
  'Probability distribution of a declared amount.',
  {
    FIXED: 'The amount is exact.',
    LOGNORMAL: 'Lognormal, with `sigma`.',
    NORMAL: 'Normal, with `deviation`.',
    TRIANGULAR: 'Triangular, from `least` over 1 to `most`.',
    UNIFORM: 'Uniform, from `least` to `most`.',
  },
);

export const MaterialGroupEnum = describedEnum<MaterialGroup>(
  'MaterialGroup',
  'Groups of materials that are processed and treated alike.',
  {
    METAL: 'Metals and alloys.',
    GLASS: 'Container, flat and other glass.',
    PLASTIC: 'Plastics of fossil or biological origin.',
    PAPER: 'Paper and cardboard.',
    WOOD: 'Wood and wood panels.',
    TEXTILE: 'Fibres, yarns, cloth and leather.',
    RUBBER: 'Natural and synthetic rubber.',
    MINERAL: 'Minerals, concrete, bricks and insulation.',
    ELECTRICAL: 'Electrical and electronic equipment.',
    BATTERY: 'Batteries and accumulators.',
    FOOD: 'Food and drink.',
    MIXED: 'Materials of no other group, and unknown ones.',
  },
);
