import {
  type Component,
  type EndOfLife,
  type Packaging,
  PROCESS_NAMES,
  type ProcessStep,
  type RecyclingParameters,
  type TransportLeg,
} from '@trackway/engine';
import type { Problem } from '../../rules/api-error.ts';
import {
  idProblems,
  notNegativeProblems,
  type Path,
  positiveProblems,
  problem,
  rangeProblems,
  shareProblems,
  sizeProblems,
  textProblems,
} from '../../rules/problems.ts';
import type { ProductDraft } from './model.ts';
import { uncertaintyProblems } from './uncertainty.ts';

const MAX_ITEMS = 250;
const MAX_OWN_STEPS = 50;
const MAX_CODE = 100;
/** Legs of a product, those of its components included: each is resolved in every calculation. */
const MAX_LEGS = 1_000;

/** Everything that is wrong with a product as it would be stored; paths are those of the input. */
export function problemsOf(draft: ProductDraft): Problem[] {
  const { bill } = draft;
  return [
    ...positiveProblems(draft.declaredAmount, ['declaredUnit', 'amount']),
    ...sizeProblems(bill.components, ['components'], MAX_ITEMS),
    ...bill.components.flatMap((component, at) => componentProblems(component, ['components', at])),
    ...sizeProblems(bill.packaging, ['packaging'], MAX_ITEMS),
    ...bill.packaging.flatMap((pack, at) => packagingProblems(pack, ['packaging', at])),
    ...sizeProblems(bill.processSteps, ['processSteps'], MAX_ITEMS),
    ...bill.processSteps.flatMap((step, at) => stepProblems(step, ['processSteps', at])),
    ...sizeProblems(bill.transportLegs, ['transportLegs'], MAX_ITEMS),
    ...legProblems(bill.transportLegs, ['transportLegs']),
    ...tooManyLegs(bill),
    ...positiveProblems(bill.lifetime?.value, ['lifetime', 'value']),
    ...notNegativeProblems(bill.useProfile?.uses, ['useProfile', 'uses']),
    ...notNegativeProblems(bill.useProfile?.waterLitres, ['useProfile', 'waterLitres']),
    ...(bill.useProfile?.energy ?? []).flatMap(({ factorId }, at) =>
      factorProblems(factorId, ['useProfile', 'energy', at]),
    ),
    ...(bill.useProfile?.consumables ?? []).flatMap(({ factorId }, at) =>
      factorProblems(factorId, ['useProfile', 'consumables', at]),
    ),
    ...endOfLifeProblems(bill.endOfLife, ['endOfLife']),
  ];
}

function tooManyLegs({ components, transportLegs }: ProductDraft['bill']): Problem[] {
  const legs = components.reduce(
    (sum, component) => sum + (component.transportLegs?.length ?? 0),
    transportLegs.length,
  );
  if (legs <= MAX_LEGS) return [];
  const message = `A product has at most ${MAX_LEGS} transport legs, those of its components included. It has ${legs}.`;
  return [problem(['components'], 'TOO_MANY', message)];
}

function componentProblems(component: Component, path: Path): Problem[] {
  const { material, factorId, productId, supplierPcf } = component;
  const kinds = [material, factorId, productId, supplierPcf].filter((kind) => kind !== undefined);
  const isByMass = material !== undefined || supplierPcf !== undefined;
  return [
    ...(kinds.length === 1
      ? []
      : [
          problem(
            path,
            'EXACTLY_ONE',
            'Say what the component is by exactly one of material, factorId, productId and supplierPcf.',
          ),
        ]),
    ...(isByMass && component.massKg === undefined && component.quantity === undefined
      ? [
          problem(
            [...path, 'massKg'],
            'REQUIRED',
            'A component needs its mass in kg (or, for a supplier footprint, its quantity).',
          ),
        ]
      : []),
    ...idProblems('product', 'a product', productId, [...path, 'productId']),
    ...factorProblems(factorId, path),
    ...textProblems(component.unit, [...path, 'unit'], MAX_CODE),
    ...positiveProblems(component.massKg, [...path, 'massKg']),
    ...positiveProblems(component.quantity, [...path, 'quantity']),
    ...shareProblems(component.recycledShare, [...path, 'recycledShare']),
    ...belowOne(component.lossRate, [...path, 'lossRate']),
    ...sizeProblems(component.transportLegs ?? [], [...path, 'transportLegs'], MAX_ITEMS),
    ...legProblems(component.transportLegs ?? [], [...path, 'transportLegs']),
    ...sizeProblems(component.processSteps ?? [], [...path, 'processSteps'], MAX_OWN_STEPS),
    ...(component.processSteps ?? []).flatMap((step, at) =>
      stepProblems(step, [...path, 'processSteps', at]),
    ),
    ...recyclingProblems(component.recycling, [...path, 'recycling']),
    ...uncertaintyProblems(component.uncertainty, ['input', ...path, 'uncertainty']),
    ...Object.entries(component.pedigree ?? {}).flatMap(([score, value]) =>
      value >= 1 && value <= 5
        ? []
        : [
            problem(
              [...path, 'pedigree', score],
              'OUT_OF_RANGE',
              'Pedigree scores run from 1 (best) to 5.',
            ),
          ],
    ),
  ];
}

function packagingProblems(pack: Packaging, path: Path): Problem[] {
  return [
    ...((pack.material === undefined) === (pack.factorId === undefined)
      ? [
          problem(
            path,
            'EXACTLY_ONE',
            'Say what the packaging is made of by exactly one of material and factorId.',
          ),
        ]
      : []),
    ...factorProblems(pack.factorId, path),
    ...positiveProblems(pack.massKg, [...path, 'massKg']),
    ...shareProblems(pack.recycledShare, [...path, 'recycledShare']),
    ...positiveProblems(pack.unitsPerPack, [...path, 'unitsPerPack']),
    ...atLeastOne(pack.reuseCount, [...path, 'reuseCount']),
    ...endOfLifeProblems(pack.endOfLife ?? null, [...path, 'endOfLife']),
    ...recyclingProblems(pack.recycling, [...path, 'recycling']),
  ];
}

function stepProblems(step: ProcessStep, path: Path): Problem[] {
  const { process, factorId, energy = [] } = step;
  return [
    ...(process === undefined && factorId === undefined && energy.length === 0
      ? [
          problem(
            [...path, 'process'],
            'REQUIRED',
            `Name a process (${PROCESS_NAMES.slice(0, 3).join(', ')}, …), a factorId or its energy.`,
          ),
        ]
      : []),
    ...factorProblems(factorId, path),
    ...sizeProblems(step.components ?? [], [...path, 'components'], MAX_ITEMS),
    ...positiveProblems(step.massKg, [...path, 'massKg']),
    ...positiveProblems(step.areaM2, [...path, 'areaM2']),
    ...belowOne(step.lossRate, [...path, 'lossRate']),
    ...energy.flatMap((use, at) => [
      ...notNegativeProblems(use.energyKwh, [...path, 'energy', at, 'energyKwh']),
      ...factorProblems(use.factorId, [...path, 'energy', at]),
    ]),
  ];
}

function legProblems(legs: readonly TransportLeg[], path: Path): Problem[] {
  return legs.flatMap((leg, at) => [
    ...notNegativeProblems(leg.distanceKm, [...path, at, 'distanceKm']),
    ...positiveProblems(leg.massKg, [...path, at, 'massKg']),
    ...factorProblems(leg.factorId, [...path, at]),
    ...(leg.distanceKm === undefined && (leg.from === undefined || leg.to === undefined)
      ? [
          problem(
            [...path, at, 'distanceKm'],
            'REQUIRED',
            'Give the distance in km, or where the leg begins and ends (`from`, `to`).',
          ),
        ]
      : []),
  ]);
}

function recyclingProblems(recycling: RecyclingParameters | undefined, path: Path): Problem[] {
  const { allocationFactor, inputQualityRatio, outputQualityRatio } = recycling ?? {};
  return [
    ...shareProblems(allocationFactor, [...path, 'allocationFactor']),
    ...shareProblems(inputQualityRatio, [...path, 'inputQualityRatio']),
    ...shareProblems(outputQualityRatio, [...path, 'outputQualityRatio']),
    ...notNegativeProblems(recycling?.heatingValueMjPerKg, [...path, 'heatingValueMjPerKg']),
  ];
}

function endOfLifeProblems(endOfLife: EndOfLife | null, path: Path): Problem[] {
  if (endOfLife === null) return [];
  const { recycledShare = 0, incineratedShare = 0, landfilledShare = 0 } = endOfLife;
  return [
    ...shareProblems(recycledShare, [...path, 'recycledShare']),
    ...shareProblems(incineratedShare, [...path, 'incineratedShare']),
    ...shareProblems(landfilledShare, [...path, 'landfilledShare']),
    ...(recycledShare + incineratedShare + landfilledShare > 1 + 1e-9
      ? [
          problem(
            path,
            'OUT_OF_RANGE',
            'The shares of recycling, incineration and landfill add up to more than 1.',
          ),
        ]
      : []),
  ];
}

function factorProblems(factorId: string | undefined, path: Path): Problem[] {
  return idProblems('factor', 'an emission factor', factorId, [...path, 'factorId']);
}

function atLeastOne(value: number | null | undefined, path: Path): Problem[] {
  return rangeProblems(value, path, (number) => number >= 1, 'Must be at least 1.');
}

function belowOne(value: number | null | undefined, path: Path): Problem[] {
  const isLoss = (number: number) => number >= 0 && number < 1;
  return rangeProblems(value, path, isLoss, 'A loss runs from 0 to below 1.');
}
