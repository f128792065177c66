import type { BenchmarkDatabase } from './database.ts';

/** Tenant whose products are read. */
export type Tenant = { readonly organizationId: string; readonly environment: 'LIVE' };

export const LARGE_SIZE = 200_000;
export const SMALL_SIZE = 10_000;

/** External id of the product that is made through the API: the others have its bill. */
export const TEMPLATE_ID = 'template';

export const TEMPLATE = {
  externalId: TEMPLATE_ID,
  name: 'Organic Cotton Shirt',
  netMassKg: 0.22,
  components: [
    { name: 'Fabric', massKg: 0.21, material: 'cotton fabric', originCountry: 'TR' },
    { name: 'Thread', massKg: 0.01, material: 'polyester', originCountry: 'PT' },
  ],
  packaging: [{ level: 'SECONDARY', material: 'corrugated board', massKg: 0.05 }],
  processSteps: [
    { name: 'Sewing', country: 'PT', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 0.4 }] },
  ],
  transportLegs: [{ method: 'ROAD', distanceKm: 1800 }],
};

/** Texts of products in SQL: names of several words, so that searches combine words. */
export const ADJECTIVES = words(
  'organic recycled classic vintage light heavy summer winter slim wide',
);
export const MATERIALS = words(
  'Cotton Linen Wool Polyester Hemp Silk Denim Leather Cashmere Viscose Nylon',
);
export const ARTICLES = words(
  'Shirt Trousers Jacket Sweater Dress Skirt Hoodie Coat Scarf Gloves Socks Boots',
);

function words(text: string): string {
  return `'{${text.split(' ').join(',')}}'::text[]`;
}

const wordOf = (list: string) => `(${list})[1 + i % array_length(${list}, 1)]`;

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
       'ext-' || i,
       initcap(${wordOf(ADJECTIVES)}) || ' ' || ${wordOf(MATERIALS)} || ' ' || ${wordOf(ARTICLES)} || ' ' || i,
       'A garment of the benchmark', 'SKU-' || i, 'ACTIVE',
       '{APPAREL}', '{bench}', '{}', 1, 'PIECE', 0.22, 1990, 'EUR', template.bill
     from generate_series(1, $3::int) i cross join products template
     where template.organization_id = $1 and template.environment = $2 and template.external_id = $4`,
    [organizationId, environment, size, TEMPLATE_ID],
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
