import type { TransportLeg } from '@trackway/engine';
import { sql } from 'kysely';
import {
  anyOf,
  inScope,
  query,
  rowsBy,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import type {
  Address,
  Order,
  OrderAddresses,
  OrderLine,
  OrderReturn,
  Restated,
  ReturnedLine,
} from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    order_lines: OrderLineTable;
    order_addresses: OrderAddressTable;
    order_returns: OrderReturnTable;
  }
}

type OfOrder = { organization_id: string; environment: string; order_id: string };
type OrderLineTable = OfOrder & {
  number: number;
  product_id: string;
  name: string;
  quantity: number;
  returned_quantity: number;
  unit_price_minor: number;
  unit_mass_kg: number | null;
  unit_volume_m3: number | null;
  unit_co2e_kg: number | null;
  calculation_id: string | null;
  restated_unit_co2e_kg: number | null;
  restated_calculation_id: string | null;
  unit_assumed_distribution_co2e_kg: number;
};
type OrderAddressTable = OfOrder & { shipping: Address | null; billing: Address | null };
type OrderReturnTable = OfOrder & {
  id: string;
  lines: readonly ReturnedLine[];
  transport_legs: readonly TransportLeg[];
  created_at: Date;
};

/** Lines of several orders, in their order. */
export const linesOfOrders = rowsBy('order_lines', 'order_id', (db) =>
  db
    .selectFrom('order_lines')
    .select([
      'order_id as orderId',
      'number',
      'product_id as productId',
      'name',
      'quantity',
      'returned_quantity as returnedQuantity',
      'unit_price_minor as unitPriceMinor',
      'unit_mass_kg as unitMassKg',
      'unit_volume_m3 as unitVolumeM3',
      'unit_co2e_kg as unitCo2eKg',
      'calculation_id as calculationId',
      'restated_unit_co2e_kg as restatedUnitCo2eKg',
      'restated_calculation_id as restatedCalculationId',
      'unit_assumed_distribution_co2e_kg as unitAssumedDistributionCo2eKg',
    ])
    .orderBy('order_id')
    .orderBy('number'),
);

export async function insertLines(
  { db, scope }: TenantTx,
  orderId: string,
  lines: readonly Pick<
    OrderLine,
    'productId' | 'name' | 'quantity' | 'unitPriceMinor' | 'unitMassKg' | 'unitVolumeM3'
  >[],
): Promise<void> {
  await sql`insert into order_lines (organization_id, environment, order_id, number, product_id, name,
      quantity, unit_price_minor, unit_mass_kg, unit_volume_m3)
    select ${scope.organizationId}, ${scope.environment}, ${orderId}, line.place, line.product_id,
      line.name, line.quantity, line.unit_price_minor, line.unit_mass_kg, line.unit_volume_m3
    from unnest(${lines.map((line) => line.productId)}::uuid[], ${lines.map((line) => line.name)}::text[],
      ${lines.map((line) => line.quantity)}::int[], ${lines.map((line) => line.unitPriceMinor)}::bigint[],
      ${lines.map((line) => line.unitMassKg)}::float8[], ${lines.map((line) => line.unitVolumeM3)}::float8[])
      with ordinality as line (product_id, name, quantity, unit_price_minor, unit_mass_kg, unit_volume_m3, place)`.execute(
    db,
  );
}

/** Writes lines of several orders as they are, footprints included. */
export async function insertFrozenLines(
  { db, scope }: TenantTx,
  lines: readonly OrderLine[],
): Promise<void> {
  const all = <Name extends keyof OrderLine>(name: Name) => lines.map((line) => line[name]);
  await sql`insert into order_lines (organization_id, environment, order_id, number, product_id, name, quantity,
      returned_quantity, unit_price_minor, unit_mass_kg, unit_volume_m3, unit_co2e_kg, calculation_id,
      restated_unit_co2e_kg, restated_calculation_id, unit_assumed_distribution_co2e_kg)
    select ${scope.organizationId}, ${scope.environment}, line.*
    from unnest(${all('orderId')}::uuid[], ${all('number')}::int[], ${all('productId')}::uuid[],
      ${all('name')}::text[], ${all('quantity')}::int[], ${all('returnedQuantity')}::int[],
      ${all('unitPriceMinor')}::bigint[], ${all('unitMassKg')}::float8[], ${all('unitVolumeM3')}::float8[],
      ${all('unitCo2eKg')}::float8[], ${all('calculationId')}::uuid[], ${all('restatedUnitCo2eKg')}::float8[],
      ${all('restatedCalculationId')}::uuid[], ${all('unitAssumedDistributionCo2eKg')}::float8[]) as line`.execute(
    db,
  );
}

/** Freezes the footprints of lines, as they are in the given objects. */
export async function freezeLines(
  { db, scope }: TenantTx,
  orderId: string,
  lines: readonly OrderLine[],
): Promise<void> {
  await sql`update order_lines set unit_co2e_kg = frozen.unit_co2e_kg, calculation_id = frozen.calculation_id,
      unit_assumed_distribution_co2e_kg = frozen.assumed_co2e_kg
    from unnest(${lines.map((line) => line.number)}::int[], ${lines.map((line) => line.unitCo2eKg)}::float8[],
      ${lines.map((line) => line.calculationId)}::uuid[],
      ${lines.map((line) => line.unitAssumedDistributionCo2eKg)}::float8[])
      as frozen (number, unit_co2e_kg, calculation_id, assumed_co2e_kg)
    where ${inScope('order_lines', scope)}
      and order_lines.order_id = ${orderId} and order_lines.number = frozen.number`.execute(db);
}

/** Stores a later footprint per unit of each line; the frozen value remains. */
export async function restateLines(
  { db, scope }: TenantTx,
  orderId: string,
  lines: readonly Restated[],
): Promise<void> {
  if (lines.length === 0) return;
  await sql`update order_lines set restated_unit_co2e_kg = restated.unit_co2e_kg,
      restated_calculation_id = restated.calculation_id,
      unit_assumed_distribution_co2e_kg = restated.assumed_co2e_kg
    from unnest(${lines.map(({ line }) => line.number)}::int[],
      ${lines.map(({ unitCo2eKg }) => unitCo2eKg)}::float8[],
      ${lines.map(({ calculationId }) => calculationId)}::uuid[],
      ${lines.map((line) => line.unitAssumedDistributionCo2eKg)}::float8[])
      as restated (number, unit_co2e_kg, calculation_id, assumed_co2e_kg)
    where ${inScope('order_lines', scope)}
      and order_lines.order_id = ${orderId} and order_lines.number = restated.number`.execute(db);
}

export async function addReturned(
  { db, scope }: TenantTx,
  orderId: string,
  returned: readonly ReturnedLine[],
): Promise<void> {
  await sql`update order_lines set returned_quantity = returned_quantity + back.quantity
    from (select number, sum(quantity) as quantity
      from unnest(${returned.map((line) => line.number)}::int[], ${returned.map((line) => line.quantity)}::int[])
        as one (number, quantity) group by number) as back
    where ${inScope('order_lines', scope)}
      and order_lines.order_id = ${orderId} and order_lines.number = back.number`.execute(db);
}

export async function insertReturn(
  { db, scope }: TenantTx,
  { orderId, id, lines, transportLegs }: Omit<OrderReturn, 'createdAt'>,
): Promise<void> {
  await sql`insert into order_returns (organization_id, environment, order_id, id, lines, transport_legs)
    values (${scope.organizationId}, ${scope.environment}, ${orderId}, ${id},
      ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(transportLegs)}::jsonb)`.execute(db);
}

export const returnsOfOrders = rowsBy('order_returns', 'order_id', (db) =>
  db
    .selectFrom('order_returns')
    .select([
      'order_id as orderId',
      'id',
      'lines',
      'transport_legs as transportLegs',
      'created_at as createdAt',
    ])
    .orderBy('order_id')
    .orderBy('id'),
);

/** Replaces the lines of a draft. */
export async function replaceLines(
  tenant: TenantTx,
  orderId: string,
  lines: Parameters<typeof insertLines>[2],
): Promise<void> {
  await sql`delete from order_lines
    where ${inScope('order_lines', tenant.scope)} and order_lines.order_id = ${orderId}`.execute(
    tenant.db,
  );
  await insertLines(tenant, orderId, lines);
}

/** Replaces the addresses of a draft. */
export async function replaceAddresses(
  tenant: TenantTx,
  orderId: string,
  addresses: OrderAddresses,
): Promise<void> {
  await sql`delete from order_addresses
    where ${inScope('order_addresses', tenant.scope)} and order_addresses.order_id = ${orderId}`.execute(
    tenant.db,
  );
  await insertAddresses(tenant, [{ orderId, ...addresses }]);
}

/** Writes the addresses of orders; orders without one have no row. */
export async function insertAddresses(
  { db, scope }: TenantTx,
  addresses: readonly AddressesOfOrder[],
): Promise<void> {
  const given = addresses.filter(({ shipping, billing }) => shipping !== null || billing !== null);
  if (given.length === 0) return;
  const textOf = (address: Address | null) => address && JSON.stringify(address);
  await sql`insert into order_addresses (organization_id, environment, order_id, shipping, billing)
    select ${scope.organizationId}, ${scope.environment}, order_id, shipping, billing
    from unnest(${given.map(({ orderId }) => orderId)}::uuid[],
      ${given.map(({ shipping }) => textOf(shipping))}::jsonb[],
      ${given.map(({ billing }) => textOf(billing))}::jsonb[]) as given (order_id, shipping, billing)`.execute(
    db,
  );
}

type AddressesOfOrder = OrderAddresses & { readonly orderId: string };

export const addressesOfOrders = rowsBy('order_addresses', 'order_id', (db) =>
  db.selectFrom('order_addresses').select(['order_id as orderId', 'shipping', 'billing']),
);

/** An order as the person who placed it may ask for it. */
type OrderOfPerson = OrderAddresses &
  Pick<Order, 'id' | 'externalId' | 'state' | 'placedAt' | 'totalMinor' | 'currency' | 'metadata'>;

/** All orders of a customer with their addresses, oldest first. */
export async function ordersOfPerson(
  { db, scope }: TenantDb,
  customerId: string,
): Promise<OrderOfPerson[]> {
  return query(
    db,
    `select orders.id, external_id as "externalId", state, placed_at as "placedAt",
       total_minor as "totalMinor", currency, metadata, shipping, billing
     from orders left join order_addresses
       on order_addresses.organization_id = $1 and order_addresses.environment = $2
       and order_addresses.order_id = orders.id
     where orders.organization_id = $1 and orders.environment = $2 and orders.customer_id = $3
     order by orders.id`,
    [scope.organizationId, scope.environment, customerId],
  );
}

export async function eraseAddresses(
  { db, scope }: TenantTx,
  orderIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('order_addresses')
    .where(inScope('order_addresses', scope))
    .where('order_id', '=', anyOf(orderIds))
    .execute();
}
