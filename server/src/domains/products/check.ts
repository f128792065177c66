import {
  type Component,
  type Consumable,
  type EndOfLife,
  type EnergyUse,
  haveSameDimension,
  normalizedName,
  type Packaging,
  PROCESS_NAMES,
  type ProcessStep,
  type RecyclingParameters,
  readSupplierPcf,
  type TransportLeg,
} from '@trackway/engine';
import type { Problem } from '../../rules/errors/api-error.ts';
import { didYouMean, likelyNames } from '../../rules/inputs/likely-names.ts';
import {
  idProblems,
  lossProblems,
  notNegativeProblems,
  numberProblems,
  type Path,
  positiveProblems,
  problem,
  rangeProblems,
  shareProblems,
  sizeProblems,
  textProblems,
} from '../../rules/inputs/problems.ts';
import type { Bill, ProductDraft } from './model.ts';
import { uncertaintyProblems } from './uncertainty.ts';

const MAX_ITEMS = 250;
const MAX_OWN_STEPS = 50;
const MAX_CODE = 100;
/** Legs of a product, those of its components included: each is resolved in every calculation. */
const MAX_LEGS = 1_000;

/** Everything that is wrong with a product as it would be stored; paths are those of the input. */
export function problemsOf(draft: ProductDraft): Problem[] {
  const { bill } = draft;
  // Before each of them is checked: to name what is wrong with 12,500 legs takes 0.1 s.
  const tooMany = [
    ...sizeProblems(bill.components, ['components'], MAX_ITEMS),
    ...sizeProblems(bill.packaging, ['packaging'], MAX_ITEMS),
    ...tooManyLegs(bill),
  ];
  if (tooMany.length > 0) return tooMany;
  return [
    positiveProblems(draft.declaredAmount, ['declaredUnit', 'amount']),
    bill.components.flatMap((component, at) => componentProblems(component, ['components', at])),
    bill.packaging.flatMap((pack, at) => packagingProblems(pack, ['packaging', at])),
    stepsProblems(bill.processSteps, ['processSteps'], MAX_ITEMS),
    targetProblems(bill),
    legsProblems(bill.transportLegs, ['transportLegs']),
    positiveProblems(bill.lifetime?.value, ['lifetime', 'value']),
    useProblems(bill.useProfile, ['useProfile']),
    endOfLifeProblems(bill.endOfLife, ['endOfLife']),
  ].flat();
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

const COMPONENT_NUMBERS = {
  massKg: positiveProblems,
  quantity: positiveProblems,
  recycledShare: shareProblems,
  lossRate: lossProblems,
};

export function componentProblems(component: Component, path: Path): Problem[] {
  const { material, factorId, productId, supplierPcf } = component;
  const kinds = [material, factorId, productId, supplierPcf].filter((kind) => kind !== undefined);
  const isByMass = material !== undefined || supplierPcf !== undefined;
  return [
    kinds.length === 1
      ? []
      : [
          problem(
            path,
            'EXACTLY_ONE',
            'Give exactly one of material, factorId, productId and supplierPcf.',
          ),
        ],
    isByMass && component.massKg === undefined && component.quantity === undefined
      ? [
          problem(
            [...path, 'massKg'],
            'REQUIRED',
            'A component needs its mass in kg (or, for a supplier footprint, its quantity).',
          ),
        ]
      : [],
    idProblems('product', 'a product', productId, [...path, 'productId']),
    factorProblems(factorId, path),
    suppliedProblems(component, path),
    textProblems(component.unit, [...path, 'unit'], MAX_CODE),
    numberProblems(component, path, COMPONENT_NUMBERS),
    legsProblems(component.transportLegs, [...path, 'transportLegs']),
    stepsProblems(component.processSteps, [...path, 'processSteps'], MAX_OWN_STEPS),
    recyclingProblems(component.recycling, [...path, 'recycling']),
    uncertaintyProblems(component.uncertainty, ['input', ...path, 'uncertainty']),
    Object.entries(component.pedigree ?? {}).flatMap(([score, value]) =>
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
  ].flat();
}

type Supplied = Pick<Component, 'supplierPcf' | 'massKg' | 'quantity' | 'unit'>;

/** Money of a year, which a calculation converts. PACT has no such unit. */
const MONEY = /^[A-Z]{3}_\d{4}(_|$)/;

/** A supplier's footprint is read, and the amount of its unit found, as in a calculation. */
export function suppliedProblems(
  { supplierPcf, massKg, quantity, unit }: Supplied,
  path: Path,
): Problem[] {
  if (supplierPcf === undefined) return [];
  const read = readSupplierPcf(supplierPcf);
  const place = [...path, 'supplierPcf'];
  if (typeof read === 'string') return [problem(place, 'UNREADABLE', read)];
  const start = `The supplier's footprint is per ${read.unit}`;
  if (quantity !== undefined) {
    if (unit === undefined || haveSameDimension(unit, read.unit) || MONEY.test(read.unit))
      return [];
    const message = `${start}; the component has its quantity in ${unit}.`;
    return [problem(place, 'UNIT_MISMATCH', message)];
  }
  const hasMass = read.details?.['mass_kg_per_declared_unit'] !== undefined;
  if (massKg === undefined || hasMass || haveSameDimension('kg', read.unit)) return [];
  const message = `${start}, without its mass; the component has only its mass: give its quantity.`;
  return [problem(place, 'UNIT_MISMATCH', message)];
}

const PACKAGING_NUMBERS = {
  massKg: positiveProblems,
  recycledShare: shareProblems,
  unitsPerPack: positiveProblems,
  reuseCount: atLeastOne,
};

export function packagingProblems(pack: Packaging, path: Path): Problem[] {
  return [
    ...((pack.material === undefined) === (pack.factorId === undefined)
      ? [
          problem(
            path,
            'EXACTLY_ONE',
            'Give exactly one of material and factorId for the packaging.',
          ),
        ]
      : []),
    ...factorProblems(pack.factorId, path),
    ...numberProblems(pack, path, PACKAGING_NUMBERS),
    ...endOfLifeProblems(pack.endOfLife ?? null, [...path, 'endOfLife']),
    ...recyclingProblems(pack.recycling, [...path, 'recycling']),
  ];
}

function stepsProblems(
  steps: readonly ProcessStep[] | undefined,
  path: Path,
  maximum: number,
): Problem[] {
  if (steps === undefined) return [];
  return [
    ...sizeProblems(steps, path, maximum),
    ...steps.flatMap((step, at) => stepProblems(step, [...path, at])),
  ];
}

/** Unknown names that get suggestions: each is compared with the names of all components. */
const MOST_SUGGESTED = 5;

/** Steps name components as a calculation finds them: by name, material or product. */
function targetProblems({ components, processSteps }: Bill): Problem[] {
  if (processSteps.every((step) => (step.components ?? []).length === 0)) return [];
  const written = new Set(
    components.flatMap(({ name, material, productId }) =>
      [name, material, productId].filter((key) => key !== undefined),
    ),
  );
  const known = new Set([...written].map(normalizedName));
  const names = components.flatMap(({ name, material }) => name ?? material ?? []);
  // Steps may have 62,500 names: to compare and to describe all takes 0.2 s.
  const unknown = namesIn(processSteps)
    .filter(({ name }) => !written.has(name) && !known.has(normalizedName(name)))
    .take(MAX_ITEMS);
  return [...unknown].map(({ name, path }, at) => {
    const suggestions = at < MOST_SUGGESTED ? likelyNames(name, names) : [];
    const message = `No component is named "${name}".${didYouMean(suggestions)}`;
    return { ...problem(path, 'UNKNOWN', message), suggestions };
  });
}

function* namesIn(
  steps: readonly ProcessStep[],
): Generator<{ readonly name: string; readonly path: Path }, void> {
  for (const [at, { components = [] }] of steps.entries())
    for (const [place, name] of components.entries())
      yield { name, path: ['processSteps', at, 'components', place] };
}

const STEP_NUMBERS = { massKg: positiveProblems, areaM2: positiveProblems, lossRate: lossProblems };

export function stepProblems(step: ProcessStep, path: Path): Problem[] {
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
    ...numberProblems(step, path, STEP_NUMBERS),
    ...energyProblems(energy, [...path, 'energy']),
  ];
}

const LEG_NUMBERS = { distanceKm: notNegativeProblems, massKg: positiveProblems };

/** Problems of transport legs, without what only their calculation finds. */
export function legsProblems(legs: readonly TransportLeg[] | undefined, path: Path): Problem[] {
  if (legs === undefined) return [];
  const problems = legs.flatMap((leg, at) => legProblems(leg, [...path, at]));
  return [...sizeProblems(legs, path, MAX_ITEMS), ...problems];
}

export function legProblems(leg: TransportLeg, path: Path): Problem[] {
  return [
    ...numberProblems(leg, path, LEG_NUMBERS),
    ...factorProblems(leg.factorId, path),
    ...(leg.distanceKm === undefined && (leg.from === undefined || leg.to === undefined)
      ? [
          problem(
            [...path, 'distanceKm'],
            'REQUIRED',
            'Give the distance in km, or where the leg begins and ends (`from`, `to`).',
          ),
        ]
      : []),
  ];
}

const RECYCLING_NUMBERS = {
  allocationFactor: shareProblems,
  inputQualityRatio: shareProblems,
  outputQualityRatio: shareProblems,
  heatingValueMjPerKg: notNegativeProblems,
};

function recyclingProblems(recycling: RecyclingParameters | undefined, path: Path): Problem[] {
  return recycling === undefined ? [] : numberProblems(recycling, path, RECYCLING_NUMBERS);
}

const USE_NUMBERS = { uses: notNegativeProblems, waterLitres: notNegativeProblems };

function useProblems(use: Bill['useProfile'], path: Path): Problem[] {
  if (use === null) return [];
  const { energy = [], consumables = [] } = use;
  return [
    ...numberProblems(use, path, USE_NUMBERS),
    ...energyProblems(energy, [...path, 'energy']),
    ...consumables.flatMap((each, at) => consumableProblems(each, [...path, 'consumables', at])),
  ];
}

function consumableProblems({ material, factorId, massKg }: Consumable, path: Path): Problem[] {
  const isOne = (material === undefined) !== (factorId === undefined);
  const message = 'Give exactly one of material and factorId for the consumable.';
  return [
    ...(isOne ? [] : [problem(path, 'EXACTLY_ONE', message)]),
    ...factorProblems(factorId, path),
    ...notNegativeProblems(massKg, [...path, 'massKg']),
  ];
}

function energyProblems(energy: readonly EnergyUse[], path: Path): Problem[] {
  return energy.flatMap(({ energyKwh, factorId }, at) => [
    ...notNegativeProblems(energyKwh, [...path, at, 'energyKwh']),
    ...factorProblems(factorId, [...path, at]),
  ]);
}

const END_NUMBERS = {
  recycledShare: shareProblems,
  incineratedShare: shareProblems,
  landfilledShare: shareProblems,
};

export function endOfLifeProblems(endOfLife: EndOfLife | null, path: Path): Problem[] {
  if (endOfLife === null) return [];
  const { recycledShare = 0, incineratedShare = 0, landfilledShare = 0 } = endOfLife;
  return [
    ...numberProblems(endOfLife, path, END_NUMBERS),
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
  if (factorId === undefined) return [];
  return idProblems('factor', 'an emission factor', factorId, [...path, 'factorId']);
}

function atLeastOne(value: number | null | undefined, path: Path): Problem[] {
  return rangeProblems(value, path, (number) => number >= 1, 'Must be at least 1.');
}
