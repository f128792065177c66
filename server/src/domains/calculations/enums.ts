import type {
  Boundary,
  Contribution,
  DataQualityRating,
  ElectricityAccounting,
  ExplainedNode,
  LifecyclePhase,
  RecyclingMethod,
  WarningCode,
} from '@trackway/engine';
import { describedEnum } from '../../graphql/enums.ts';
import type { CalculationDetail, CalculationKind, CalculationState } from './model.ts';

export const CalculationKindEnum = describedEnum<CalculationKind>(
  'CalculationKind',
  'Kind of object that was calculated.',
  {
    MATERIAL: 'So much of one material.',
    ENERGY: 'So much energy.',
    TRANSPORT: 'One transport leg.',
    PRODUCT: 'One declared unit of a product.',
    SUPPLY_CHAIN: 'One unit of what leaves a supply chain.',
    CART: 'All that is in a shopping cart.',
    ORDER: 'All that was ordered, with its way to the customer.',
    CATALOGUE: 'All products of an organization, one by one.',
  },
);

export const CalculationDetailEnum = describedEnum<CalculationDetail>(
  'CalculationDetail',
  'Level of detail of a calculation.',
  {
    BASIC: 'Declared materials, processes, packaging and transport only; kg CO2e only.',
    FULL: 'The whole life cycle with all indicators and their uncertainty; gaps are filled and listed as assumptions.',
  },
  { FULL: 'GROWTH' },
);

export const CalculationStateEnum = describedEnum<CalculationState>(
  'CalculationState',
  'State of a calculation.',
  {
    QUEUED: 'Waits for its turn.',
    RUNNING: 'Is being calculated.',
    COMPLETED: 'Has its result, which never changes.',
    FAILED: 'Could not be calculated.',
    CANCELLED: 'The calculation was cancelled.',
  },
);

export const LifecyclePhaseEnum = describedEnum<LifecyclePhase>(
  'LifecyclePhase',
  'Stages of a life cycle, in order, with their modules of EN 15804.',
  {
    RAW_MATERIALS: 'Acquisition and pre-processing of materials (A1).',
    INBOUND_TRANSPORT: 'Transport to the factory (A2).',
    MANUFACTURING: 'Making the product (A3).',
    PACKAGING: 'Packaging (A3, shown apart).',
    DISTRIBUTION: 'Transport to the shelf (A4).',
    RETAIL: 'Storage and sale (A4, shown apart).',
    INSTALLATION: 'Installation (A5).',
    USE: 'Use, with its energy and water (B1, B6, B7).',
    MAINTENANCE_REPAIR: 'Maintenance, repair, replacement (B2 to B5).',
    END_OF_LIFE: 'End of life (C1 to C4).',
    BEYOND_SYSTEM: 'Benefits beyond the system (D): reported apart, never summed.',
  },
);

export const BoundaryEnum = describedEnum<Boundary>(
  'Boundary',
  'System boundary of a footprint. Outside of each, unless a factor has them inside: capital goods such as machines and buildings, overheads, journeys of employees, and the way of packaging to the factory. `notCovered` of a calculation lists what else its boundary asks for and lacks.',
  {
    CRADLE_TO_GATE:
      'Cradle to gate: raw materials to the factory gate (EN 15804 modules A1 to A3).',
    CRADLE_TO_SHELF:
      'Cradle to shelf: includes distribution and retail (EN 15804 modules A1 to A4).',
    CRADLE_TO_GRAVE: 'Through use to the end of life (A1 to C4).',
  },
);

export const RecyclingMethodEnum = describedEnum<RecyclingMethod>(
  'RecyclingMethod',
  'Method of sharing the burdens of recycling between life cycles.',
  {
    CUT_OFF:
      'Recycled content carries no burden of its first life; recycling at the end of life gives no credit.',
    CFF: 'Circular Footprint Formula of the PEF method: burdens and credits are shared.',
  },
);

export const ElectricityAccountingEnum = describedEnum<ElectricityAccounting>(
  'ElectricityAccounting',
  'Accounting method for electricity in the total (GHG Protocol, Scope 2).',
  {
    LOCATION: 'The average of the grid.',
    MARKET: 'Market-based: contracted electricity, such as certified renewable electricity.',
  },
);

export const RatingEnum = describedEnum<DataQualityRating>(
  'DataQualityRating',
  'Data quality rating (PEF).',
  {
    EXCELLENT: 'Excellent: a score of at most 1.5.',
    VERY_GOOD: 'Very good: a score of at most 2.',
    GOOD: 'Good: a score of at most 3.',
    FAIR: 'Fair: a score of at most 4.',
    POOR: 'Poor: a score above 4.',
  },
);

export const FlowRoleEnum = describedEnum<Contribution['role']>(
  'FlowRole',
  'Part of an activity that a contribution covers.',
  {
    DIRECT: 'Made or burnt in the activity itself.',
    LOSSES: 'Lost on the way, such as electricity in the wires.',
    UPSTREAM: 'Caused before: extraction, refining and delivery (well to tank).',
  },
);

export const NodeKindEnum = describedEnum<ExplainedNode['kind']>(
  'ExplainedNodeKind',
  'Kind of a node in an explanation.',
  {
    PRODUCT: 'A product or sub-product.',
    PHASE: 'A stage of the life cycle.',
    FACTOR: 'An emission factor.',
  },
);

export const WarningCodeEnum = describedEnum<WarningCode>(
  'CalculationWarningCode',
  'Kinds of implausible inputs and results.',
  {
    MASS_MISMATCH: 'The components do not weigh what the product does.',
    UNUSUAL_MASS: 'The mass is outside the usual range of the category of the product.',
    UNUSUAL_RESULT: 'The result is outside the range of published footprints of the sector.',
    MODE_AGAINST_GEOGRAPHY: 'A leg is longer than its mode allows, or crosses an ocean by land.',
    MIXED_BOUNDARIES: 'A factor, or a line of an order, has another boundary than the sum.',
    OLD_FACTOR: 'A factor of more than 15 years ago carries more than 10 % of the result.',
    COUNTED_TWICE:
      'A bottle, can or other packaging is declared next to a drink or food whose factor has its packaging inside.',
  },
);
