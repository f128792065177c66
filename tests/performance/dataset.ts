import type { BenchmarkDatabase } from './database.ts';

// A stand-in until the products table is there.

export const LARGE = {
  organizationId: '018f0000-0000-7000-8000-000000000001',
  environment: 'LIVE',
};
export const SMALL = {
  organizationId: '018f0000-0000-7000-8000-000000000002',
  environment: 'LIVE',
};
export const SCHEMA = 'public';

export async function fill({ run }: BenchmarkDatabase): Promise<void> {
  await run(`
    create table products (
      organization_id uuid, environment text, id uuid, name text not null, sku text,
      description text, version int not null default 1,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      primary key (organization_id, environment, id));
    create table counters (
      organization_id uuid, environment text, list text, bucket int, amount bigint,
      primary key (organization_id, environment, list, bucket));`);
  for (const [{ organizationId, environment }, products] of [
    [LARGE, 200_000],
    [SMALL, 10_000],
  ] as const) {
    await run(
      `insert into products (organization_id, environment, id, name, sku)
       select $1, $2, ('018f' || lpad(to_hex(i), 8, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid,
         'Product ' || i, 'SKU-' || i
       from generate_series(1, $3::int) i`,
      [organizationId, environment, products],
    );
    await run(
      `insert into counters select $1, $2, 'products', bucket, $3::int / 16 from generate_series(0, 15) bucket`,
      [organizationId, environment, products],
    );
  }
  await run(
    `create function product_count(organization_id uuid, environment text) returns int
     stable language sql begin atomic
       select coalesce(sum(amount), 0)::int from counters
       where counters.organization_id = $1 and counters.environment = $2 and list = 'products';
     end`,
  );
  await run('vacuum analyze');
}
