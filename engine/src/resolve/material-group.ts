import { groupOfFactor } from '../library/factor-group.ts';
import { groupOf } from '../library/material-groups.ts';
import type { Component } from '../product.ts';
import type { MaterialGroup } from '../vocabulary.ts';
import type { Draft } from './draft.ts';

/** The group of a component's material: by its name, by its factor, or food where the product is. */
export function groupOfComponent(
  { library, isFood }: Draft,
  { material, factorId, productId }: Pick<Component, 'material' | 'factorId' | 'productId'>,
): MaterialGroup {
  const factor = factorId == null ? undefined : library.factors.get(factorId);
  const group = factor === undefined ? groupOf(library, material) : groupOfFactor(library, factor);
  return group === 'MIXED' && isFood && productId == null ? 'FOOD' : group;
}
