import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { inSentence, wordsOf } from '../../parts/texts/format.ts';

export const SUPPLY_CHAIN = graphql(`
  query SupplyChainPage($id: ID!) {
    supplyChain(id: $id) {
      id
      name
      version
      facilityCount
      countries
      geoJson
      product { id name }
      footprint { id co2eKg }
      cycles { keys }
      facilities {
        key name tier country supplier activity material unit yield energyKwhPerUnit
        waterLitresPerUnit factorId isInCycle
        coordinates { latitude longitude }
        energyMix { source share }
      }
      flows {
        from to quantity unit isInCycle
        transportLegs {
          method vehicleClass from to distanceKm massKg refrigerated factorId distanceSource
        }
      }
    }
  }
`);

export const CALCULATE_CHAIN = graphql(`
  mutation CalculateChain($input: CalculateSupplyChainFootprintInput!) {
    calculateSupplyChainFootprint(input: $input) { calculation { id } }
  }
`);

export const UPDATE_CHAIN = graphql(`
  mutation UpdateChain($input: UpdateSupplyChainInput!) {
    updateSupplyChain(input: $input) { supplyChain { id version } }
  }
`);

export type SupplyChain = NonNullable<ResultOf<typeof SUPPLY_CHAIN>['supplyChain']>;
export type Facility = SupplyChain['facilities'][number];

export type ChainInput = VariablesOf<typeof UPDATE_CHAIN>['input'];
export type FacilityInput = NonNullable<ChainInput['facilities']>[number];
export type FlowInput = NonNullable<ChainInput['flows']>[number];

/** Views of a supply chain share one selected facility, by its key. */
export type ChainView = {
  readonly chain: SupplyChain;
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
};

/** The modes of a flow: "sea, road". */
export function methodsOf({ transportLegs }: SupplyChain['flows'][number]): string {
  return [...new Set(transportLegs.map(({ method }) => inSentence(wordsOf(method))))].join(', ');
}
