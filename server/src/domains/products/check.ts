import { type Component, PROCESS_NAMES, type TransportLeg } from '@trackway/engine';
import type { Problem } from '../../graphql/refusal.ts';
import { decodeId } from '../../platform/ids.ts';
import { gtinProblem } from './gtin.ts';
import type { ProductDraft } from './model.ts';
import { uncertaintyProblems } from './uncertainty.ts';

type Path = readonly (string | number)[];

const MAX_ITEMS = 250;
const MAX_NAME = 255;
const MAX_TEXT = 10_000;
const MAX_CODE = 100;
const MAX_TAGS = 50;

/** Everything that is wrong with a product as it would be stored; paths are those of the input. */
export function problemsOf(draft: ProductDraft): Problem[] {
  const { bill } = draft;
  return [
    ...text(draft.name, ['name'], MAX_NAME, true),
    ...text(draft.description, ['description'], MAX_TEXT),
    ...text(draft.sku, ['sku'], MAX_CODE, true),
    ...text(draft.externalId, ['externalId'], MAX_CODE, true),
    ...gtin(draft.gtin),
    ...positive(draft.declaredAmount, ['declaredUnit', 'amount']),
    ...positive(draft.netMassKg, ['netMassKg']),
    ...many(draft.tags, ['tags'], MAX_TAGS),
    ...draft.tags.flatMap((tag, at) => text(tag, ['tags', at], MAX_CODE, true)),
    ...many(draft.imageUrls, ['imageUrls'], MAX_TAGS),
    ...many(bill.components, ['components']),
    ...bill.components.flatMap((component, at) => componentProblems(component, ['components', at])),
    ...many(bill.packaging, ['packaging']),
    ...bill.packaging.flatMap((pack, at) => {
      const path = ['packaging', at];
      return [
        ...oneOfTwo(pack.material, pack.factorId, path),
        ...positive(pack.massKg, [...path, 'massKg']),
        ...share(pack.recycledShare, [...path, 'recycledShare']),
        ...positive(pack.unitsPerPack, [...path, 'unitsPerPack']),
        ...atLeastOne(pack.reuseCount, [...path, 'reuseCount']),
      ];
    }),
    ...many(bill.processSteps, ['processSteps']),
    ...bill.processSteps.flatMap((step, at) => {
      const path = ['processSteps', at];
      return [
        ...(step.process === undefined &&
        step.factorId === undefined &&
        (step.energy ?? []).length === 0
          ? [
              problem(
                [...path, 'process'],
                'REQUIRED',
                `Name a process (${PROCESS_NAMES.slice(0, 3).join(', ')}, …), a factorId or its energy.`,
              ),
            ]
          : []),
        ...factor(step.factorId, path),
        ...positive(step.massKg, [...path, 'massKg']),
        ...positive(step.areaM2, [...path, 'areaM2']),
        ...belowOne(step.lossRate, [...path, 'lossRate']),
        ...(step.energy ?? []).flatMap((use, of) => [
          ...notNegative(use.energyKwh, [...path, 'energy', of, 'energyKwh']),
          ...factor(use.factorId, [...path, 'energy', of]),
        ]),
      ];
    }),
    ...many(bill.transportLegs, ['transportLegs']),
    ...legProblems(bill.transportLegs, ['transportLegs']),
    ...positive(bill.lifetime?.value, ['lifetime', 'value']),
    ...notNegative(bill.useProfile?.uses, ['useProfile', 'uses']),
    ...notNegative(bill.useProfile?.waterLitres, ['useProfile', 'waterLitres']),
    ...endOfLifeProblems(draft),
  ];
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
    ...(productId !== undefined && decodeId('product', productId) === undefined
      ? [
          problem(
            [...path, 'productId'],
            'INVALID_ID',
            `"${productId}" is not the id of a product.`,
          ),
        ]
      : []),
    ...factor(factorId, path),
    ...text(component.unit, [...path, 'unit'], MAX_CODE, true),
    ...positive(component.massKg, [...path, 'massKg']),
    ...positive(component.quantity, [...path, 'quantity']),
    ...share(component.recycledShare, [...path, 'recycledShare']),
    ...belowOne(component.lossRate, [...path, 'lossRate']),
    ...many(component.transportLegs ?? [], [...path, 'transportLegs']),
    ...legProblems(component.transportLegs ?? [], [...path, 'transportLegs']),
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

function legProblems(legs: readonly TransportLeg[], path: Path): Problem[] {
  return legs.flatMap((leg, at) => [
    ...notNegative(leg.distanceKm, [...path, at, 'distanceKm']),
    ...positive(leg.massKg, [...path, at, 'massKg']),
    ...factor(leg.factorId, [...path, at]),
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

function endOfLifeProblems({ bill: { endOfLife } }: ProductDraft): Problem[] {
  if (endOfLife === null) return [];
  const { recycledShare = 0, incineratedShare = 0, landfilledShare = 0 } = endOfLife;
  return [
    ...share(recycledShare, ['endOfLife', 'recycledShare']),
    ...share(incineratedShare, ['endOfLife', 'incineratedShare']),
    ...share(landfilledShare, ['endOfLife', 'landfilledShare']),
    ...(recycledShare + incineratedShare + landfilledShare > 1 + 1e-9
      ? [
          problem(
            ['endOfLife'],
            'OUT_OF_RANGE',
            'The shares of recycling, incineration and landfill add up to more than 1.',
          ),
        ]
      : []),
  ];
}

function factor(factorId: string | undefined, path: Path): Problem[] {
  if (factorId === undefined || decodeId('factor', factorId) !== undefined) return [];
  const message = `"${factorId}" is not the id of an emission factor.`;
  return [problem([...path, 'factorId'], 'INVALID_ID', message)];
}

function gtin(value: string | null): Problem[] {
  const message = value === null ? undefined : gtinProblem(value);
  return message === undefined ? [] : [problem(['gtin'], 'INVALID_GTIN', message)];
}

function oneOfTwo(material: unknown, factorId: unknown, path: Path): Problem[] {
  if ((material === undefined) !== (factorId === undefined)) return [];
  return [
    problem(
      path,
      'EXACTLY_ONE',
      'Say what the packaging is made of by exactly one of material and factorId.',
    ),
  ];
}

function text(
  value: string | null | undefined,
  path: Path,
  maximum: number,
  isFilled = false,
): Problem[] {
  if (value === null || value === undefined) return [];
  if (isFilled && value.trim() === '') return [problem(path, 'EMPTY', 'Must not be empty.')];
  if (value.length <= maximum) return [];
  return [problem(path, 'TOO_LONG', `At most ${maximum} characters; this has ${value.length}.`)];
}

function many(items: readonly unknown[], path: Path, maximum = MAX_ITEMS): Problem[] {
  if (items.length <= maximum) return [];
  return [problem(path, 'TOO_MANY', `At most ${maximum} items; there are ${items.length}.`)];
}

function positive(value: number | null | undefined, path: Path): Problem[] {
  return range(value, path, (number) => number > 0, 'Must be greater than 0.');
}

function notNegative(value: number | null | undefined, path: Path): Problem[] {
  return range(value, path, (number) => number >= 0, 'Must not be negative.');
}

function atLeastOne(value: number | null | undefined, path: Path): Problem[] {
  return range(value, path, (number) => number >= 1, 'Must be at least 1.');
}

function share(value: number | null | undefined, path: Path): Problem[] {
  return range(value, path, (number) => number >= 0 && number <= 1, 'A share runs from 0 to 1.');
}

function belowOne(value: number | null | undefined, path: Path): Problem[] {
  return range(
    value,
    path,
    (number) => number >= 0 && number < 1,
    'A loss runs from 0 to below 1.',
  );
}

function range(
  value: number | null | undefined,
  path: Path,
  isGood: (value: number) => boolean,
  message: string,
): Problem[] {
  if (value === null || value === undefined || (Number.isFinite(value) && isGood(value))) return [];
  return [problem(path, 'OUT_OF_RANGE', `${message} It was ${value}.`)];
}

function problem(path: Path, code: string, message: string): Problem {
  return { path: ['input', ...path], code, message };
}
