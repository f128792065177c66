import type { Problem } from '../../rules/errors/api-error.ts';
import {
  idProblems,
  MAX_NAME,
  notNegativeProblems,
  type Path,
  problem,
  textProblems,
} from '../../rules/inputs/problems.ts';
import type { WithoutNulls } from '../../rules/inputs/without-nulls.ts';
import { yearProblems } from '../calculations/index.ts';
import {
  componentOf,
  componentProblems,
  endOfLifeProblems,
  legProblems,
  legsProblems,
  packagingProblems,
  stepProblems,
  suppliedProblems,
} from '../products/index.ts';
import type { OverrideInput } from './override-inputs-graphql.ts';

type Given = WithoutNulls<typeof OverrideInput.$inferInput>;

/** Problems of the elements and values that an override brings into the subject, by the rules of a product that has them. */
export function elementProblems(
  { add, swapMaterial, swapSupplier, ...values }: Given,
  path: Path,
): readonly Problem[] {
  return [
    ...valueProblems(values, path),
    ...(add === undefined ? [] : addedProblems(add, [...path, 'add'])),
    ...(swapMaterial === undefined
      ? []
      : materialProblems(swapMaterial, [...path, 'swapMaterial'])),
    ...(swapSupplier === undefined
      ? []
      : supplierProblems(swapSupplier, [...path, 'swapSupplier'])),
  ];
}

function valueProblems(
  { setQuantity, setTransportMethod, setEndOfLife, setGridYear }: Given,
  path: Path,
): Problem[] {
  return [
    ...notNegativeProblems(setQuantity?.massKg, [...path, 'setQuantity', 'massKg']),
    ...notNegativeProblems(setQuantity?.quantity, [...path, 'setQuantity', 'quantity']),
    ...notNegativeProblems(setTransportMethod?.distanceKm, [
      ...path,
      'setTransportMethod',
      'distanceKm',
    ]),
    ...endOfLifeProblems(setEndOfLife ?? null, [...path, 'setEndOfLife']),
    ...yearProblems(setGridYear?.year, [...path, 'setGridYear', 'year']),
  ];
}

function addedProblems(
  { component, packaging, processStep, transportLeg }: NonNullable<Given['add']>,
  path: Path,
): Problem[] {
  return [
    ...(component ? componentProblems(componentOf(component), [...path, 'component']) : []),
    ...(packaging ? packagingProblems(packaging, [...path, 'packaging']) : []),
    ...(processStep ? stepProblems(processStep, [...path, 'processStep']) : []),
    ...(transportLeg ? legProblems(transportLeg, [...path, 'transportLeg']) : []),
  ];
}

function materialProblems(
  { material, factorId }: NonNullable<Given['swapMaterial']>,
  path: Path,
): Problem[] {
  return [
    ...textProblems(material, [...path, 'material'], MAX_NAME),
    ...idProblems('factor', 'an emission factor', factorId, [...path, 'factorId']),
  ];
}

function supplierProblems(
  { factorId, productId, supplierPcf, transportLegs }: NonNullable<Given['swapSupplier']>,
  path: Path,
): Problem[] {
  const kinds = [factorId, productId, supplierPcf].filter((kind) => kind !== undefined);
  const message =
    'Give at most one of factorId, productId and supplierPcf for the part from this supplier.';
  return [
    ...(kinds.length <= 1 ? [] : [problem(path, 'AT_MOST_ONE', message)]),
    ...idProblems('factor', 'an emission factor', factorId, [...path, 'factorId']),
    ...suppliedProblems({ supplierPcf }, path),
    ...legsProblems(transportLegs, [...path, 'transportLegs']),
  ];
}
