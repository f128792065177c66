import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';

/** The declared part of a product: all of it is read, so that saving loses nothing that is not shown. */
export const BILL = graphql(`
  query Bill($id: ID!) {
    product(id: $id) {
      id
      version
      name
      sku
      gtin
      netMassKg
      originCountry
      components {
        name material factorId massKg quantity unit originCountry supplier recycledShare lossRate
        supplierPcf
        product { id }
        pedigree { reliability completeness temporal geographical technological }
        uncertainty { kind sigma deviation least most }
        recycling { allocationFactor heatingValueMjPerKg inputQualityRatio outputQualityRatio }
        processSteps { ...Step }
        transportLegs { ...Leg }
      }
      packaging {
        name material factorId level massKg originCountry recycledShare reuseCount unitsPerPack
        endOfLife { country recycledShare incineratedShare landfilledShare }
        recycling { allocationFactor heatingValueMjPerKg inputQualityRatio outputQualityRatio }
      }
      processSteps { ...Step }
      transportLegs { ...Leg }
      useProfile {
        country uses waterLitres
        energy { source energyKwh country factorId }
        consumables { name material factorId massKg }
      }
      endOfLife { country recycledShare incineratedShare landfilledShare }
      lifetime { value unit }
    }
  }
  fragment Step on ProcessStep {
    name process factorId country massKg areaM2 lossRate components materialGroups
    energy { source energyKwh country factorId }
  }
  fragment Leg on TransportLeg {
    method vehicleClass from to distanceKm massKg refrigerated factorId
  }
`);

export const UPDATE = graphql(`
  mutation UpdateBill($input: UpdateProductInput!) {
    updateProduct(input: $input) { product { id version } }
  }
`);

export const PREVIEW = graphql(`
  query Preview($input: UpdateProductInput!) {
    productFootprintPreview(input: $input) { co2eKg phases { phase co2eKg share } }
  }
`);

export type BillInput = VariablesOf<typeof UPDATE>['input'];
type Items<Key extends keyof BillInput> =
  NonNullable<BillInput[Key]> extends readonly (infer Item)[] ? Item : never;
export type Component = Items<'components'>;
export type PackagingItem = Items<'packaging'>;
export type ProcessStep = Items<'processSteps'>;
export type EnergyUse = NonNullable<ProcessStep['energy']>[number];

export type StoredProduct = NonNullable<ResultOf<typeof BILL>['product']>;

/** The stored bill as the input that would write it again. */
export function billInput(product: StoredProduct): BillInput {
  const { id, version, components, processSteps, ...rest } = product;
  return {
    ...rest,
    id,
    expectedVersion: version,
    processSteps: processSteps.map(stepInput),
    components: components.map(({ product: part, processSteps: steps, ...component }) => ({
      ...component,
      productId: part?.id ?? null,
      processSteps: steps.map(stepInput),
    })),
  };
}

/** Rows as they are added. */
export const BLANK: {
  readonly component: Component;
  readonly step: ProcessStep;
  readonly packaging: PackagingItem;
  readonly leg: Items<'transportLegs'>;
} = {
  component: {},
  step: {},
  packaging: { level: 'PRIMARY', massKg: 0 },
  leg: { method: 'ROAD' },
};

/** The bill without the last rows that nothing was typed into: no fault of theirs is worth an alarm yet. */
export function withoutBlankRows(bill: BillInput): BillInput {
  const { components, processSteps, packaging, transportLegs } = bill;
  return {
    ...bill,
    components: typed(components, BLANK.component).map((component) => ({
      ...component,
      transportLegs: typed(component.transportLegs, BLANK.leg),
    })),
    processSteps: typed(processSteps, BLANK.step),
    packaging: typed(packaging, BLANK.packaging),
    transportLegs: typed(transportLegs, BLANK.leg),
  };
}

function typed<Row>(given: readonly Row[] | null | undefined, blank: Row): Row[] {
  const rows = given ?? [];
  const isTyped = (row: Row) => JSON.stringify(row) !== JSON.stringify(blank);
  return rows.slice(0, rows.findLastIndex(isTyped) + 1);
}

/** A step is read with empty lists if it works on everything; written, an empty list would be nothing. */
function stepInput({
  components,
  materialGroups,
  ...step
}: StoredProduct['processSteps'][number]): ProcessStep {
  return {
    ...step,
    components: components.length === 0 ? null : components,
    materialGroups: materialGroups.length === 0 ? null : materialGroups,
  };
}
