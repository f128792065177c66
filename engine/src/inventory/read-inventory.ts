import { badInput, CalculationError, type Problem } from '../errors.ts';
import type { Inventory } from './inventory.ts';
import { INVENTORY_SHAPE } from './inventory-shape.ts';
import { shapeProblems } from './json-shape.ts';

/** Reads an inventory from parsed JSON; reports all errors of form in one error. */
export function readInventory(value: unknown): Inventory {
  requireInventory(value);
  return value;
}

function requireInventory(value: unknown): asserts value is Inventory {
  const problems = inventoryProblems(value);
  if (problems.length > 0) throw new CalculationError(problems);
}

function inventoryProblems(value: unknown): Problem[] {
  const problems = shapeProblems(INVENTORY_SHAPE, value, [], INVENTORY_SHAPE.$defs ?? {});
  if (problems.length > 0 || typeof value !== 'object' || value === null) return problems;
  const kinds = ['product', 'supplyChain', 'processSystem'];
  const given = Object.entries(value).filter(
    ([name, member]) => kinds.includes(name) && member !== undefined,
  );
  if (given.length === 1) return [];
  const message = `An inventory is exactly one of ${kinds.join(', ')}.`;
  return [badInput([], message, kinds)];
}
