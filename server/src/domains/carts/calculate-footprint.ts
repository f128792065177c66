import type { Reference, TenantTx } from '../../platform/database/index.ts';
import { orNotFound, type Problem } from '../../rules/errors/api-error.ts';
import { wrongState } from '../../rules/mutations/preconditions.ts';
import { reportTogether } from '../../rules/mutations/report-together.ts';
import type { Work } from '../../rules/mutations/work.ts';
import { bundleTask, type Calculation, saveCalculation } from '../calculations/index.ts';
import type { WantedBundle } from '../orders/index.ts';
import { findNamedProducts } from '../products/index.ts';
import { CART_TRANSITIONS, type Cart } from './model.ts';
import { carts, linesOfCarts } from './store.ts';

/**
 * Calculates all that is in a cart, with the way that it might take. With problems that are given it is refused, with all that
 * are found.
 */
export async function calculateCartFootprint(
  work: Work,
  reference: Reference,
  wanted: WantedBundle,
  given: readonly Problem[],
): Promise<{ readonly calculation: Calculation; readonly cart: Cart }> {
  const { cart, footprint } = await reportTogether(given, () =>
    computeFootprint(work, reference, wanted),
  );
  return { calculation: await saveCalculation(work, footprint), cart };
}

async function computeFootprint(
  work: Work,
  reference: Reference,
  { wanted, choices, legs = [], massKg }: WantedBundle,
) {
  const cart = orNotFound('The cart', await carts.named(work, reference));
  const lines = await linesOfCarts(work, [cart.id]);
  if (lines.length === 0) {
    const message = 'The cart is empty; there is nothing to calculate.';
    throw wrongState(message, cart.state, CART_TRANSITIONS);
  }
  const { footprint } = await work.compute(bundleTask, {
    subject: { kind: 'CART', subjectId: cart.id },
    bundle: {
      name: cart.externalId ?? 'Shopping cart',
      lines: lines.map(({ productId, quantity }, at) => ({ number: at + 1, productId, quantity })),
      transportLegs: legs,
      massKg: massKg ?? (await grossMassKg(work, lines)),
    },
    wanted,
    choices,
    hasUnits: false,
  });
  return { cart, footprint };
}

/** Undefined when one of the products has no mass. */
async function grossMassKg(
  work: TenantTx,
  lines: readonly { readonly productId: string; readonly quantity: number }[],
): Promise<number | undefined> {
  const named = (productId: string) => ({ by: 'id', value: productId }) as const;
  const find = await findNamedProducts(
    work,
    lines.map(({ productId }) => named(productId)),
  );
  let sum = 0;
  for (const { productId, quantity } of lines) {
    const massKg = find(named(productId))?.grossMassKg ?? null;
    if (massKg === null) return undefined;
    sum += massKg * quantity;
  }
  return sum;
}
