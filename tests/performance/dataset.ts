import type { BenchmarkDatabase } from './database.ts';

/** Tenant whose products are read. */
export type Tenant = { readonly organizationId: string; readonly environment: 'LIVE' };

export const LARGE_SIZE = 200_000;
export const SMALL_SIZE = 10_000;

const BILL = {
  components: [
    { name: 'Fabric', massKg: 0.21, material: 'cotton', recycledShare: 0.2, originCountry: 'TR' },
    { name: 'Thread', massKg: 0.01, material: 'polyester', originCountry: 'PT' },
  ],
  packaging: [{ material: 'corrugated board', massKg: 0.05 }],
  processSteps: [{ name: 'sewing', energyKwh: 0.4, country: 'PT' }],
  transportLegs: [{ method: 'ROAD', distanceKm: 1800 }],
};

/** Fills the products table of a tenant, through the same triggers that every other writer meets. */
export async function fillProducts(
  { run }: BenchmarkDatabase,
  { organizationId, environment }: Tenant,
  size: number,
): Promise<void> {
  await run(
    `insert into products (
       organization_id, environment, id, external_id, name, description, sku, status, sector_tags,
       tags, image_urls, declared_amount, declared_unit, net_mass_kg, price_minor, price_currency, bill)
     select $1, $2,
       overlay(overlay(md5(i::text) placing lpad(to_hex(1750000000000 + i), 12, '0') from 1) placing '7' from 13)::uuid,
       'ext-' || i, 'Garment ' || i, 'A garment of the benchmark', 'SKU-' || i, 'ACTIVE',
       '{APPAREL}', '{bench}', '{}', 1, 'PIECE', 0.22, 1990, 'EUR', $4
     from generate_series(1, $3::int) i`,
    [organizationId, environment, size, JSON.stringify(BILL)],
  );
}

/** Additions for the peers: PostGraphile reads the counters through a function. */
export async function prepareForPeers({ run }: BenchmarkDatabase): Promise<void> {
  await run(`
    create function product_count(organization_id uuid, environment text) returns int
    stable language sql begin atomic
      select coalesce(sum(row_count), 0)::int from list_counts
      where list_counts.organization_id = $1 and list_counts.environment = $2
        and list = 'products' and bucket <> 'ARCHIVED';
    end`);
  await run('vacuum analyze');
}
