import { createOrganization } from '../../../server/src/domains/accounts/index.ts';
import { openDatabase } from '../../../server/src/platform/database/index.ts';
import { encodeId } from '../../../server/src/platform/ids.ts';
import { SecretBox } from '../../../server/src/platform/secret-box.ts';
import { openSecrets } from '../../../server/src/platform/secrets.ts';
import { PublicUrls } from '../../../server/src/rules/public-urls.ts';
import { publishWith } from '../../passports/publish.ts';
import type { BenchmarkDatabase } from '../database.ts';

/** Items whose addresses are asked for. */
const ASKED = 2_000;
/** Passports of one statement. */
const CHUNK = 50_000;

export type Prepared = {
  /** Id of the passport of the model. */
  readonly model: string;
  readonly gtin: string;
  /** Items that are spread over all of them. */
  readonly items: readonly { readonly id: string; readonly serialNumber: string }[];
  readonly note: string;
};

type Means = {
  readonly folder: string;
  readonly secret: string;
  readonly url: string;
  readonly count: number;
};

/** Publishes the passport of a model, and copies it as published items, many in one statement. */
export async function preparePassports(
  database: BenchmarkDatabase,
  { folder, secret, url, count }: Means,
): Promise<Prepared> {
  const start = performance.now();
  const { uuid, id: model, gtin } = await publishModel(database.url, { folder, secret, url });
  // Counters, search and notices of each row would take most of the time; public reads use none of them.
  await database.run('set session_replication_role = replica');
  for (let done = 0; done < count; done += CHUNK)
    await database.run(COPY_SQL, [uuid, done + 1, Math.min(count, done + CHUNK)]);
  await database.run('set session_replication_role = origin');
  await database.run('analyze dpps, dpp_versions');
  const seconds = (performance.now() - start) / 1_000;
  const asked = JSON.parse(
    await database.value(ASKED_SQL, [Math.max(1, Math.floor(count / ASKED))]),
  );
  const items = asked.map(([id, serialNumber]: [string, string]) => ({
    id: encodeId('dpp', id),
    serialNumber,
  }));
  const size = await database.value(SIZE_SQL, []);
  const per100k = (seconds * 100_000) / count;
  const note = `${count} published items, ${size} with indexes, prepared in ${seconds.toFixed(0)} s (${per100k.toFixed(0)} s for 100,000).`;
  return { model, gtin, items: items.slice(0, ASKED), note };
}

async function publishModel(
  databaseUrl: string,
  { folder, secret, url }: Pick<Means, 'folder' | 'secret' | 'url'>,
) {
  const db = await openDatabase({ url: databaseUrl, pipelines: 1, poolSize: 1 });
  try {
    const { id: organizationId } = await createOrganization(db, 'Bench', 'ENTERPRISE');
    const secrets = await openSecrets(secret, folder);
    const box = new SecretBox(secrets.keyFor('signing-keys'));
    const trust = { box, urls: new PublicUrls(() => url, new Map()) };
    return await publishWith({ db, trust }, { scope: { organizationId, environment: 'LIVE' } });
  } finally {
    await db.destroy();
  }
}

/** Ids in the order of time, as the service makes them, so that the indexes grow as they do in service. */
const COPY_SQL = `with model as (select * from dpps where id = $1::uuid),
  items as (
    select uuidv7() as id, 'S' || lpad(n::text, 9, '0') as serial_number
    from generate_series($2::int, $3::int) n),
  added as (
    insert into dpps (organization_id, environment, id, granularity, identity, gtin, serial_number,
      schema_id, schema_version, name, status, published_version, published_at, operator_gln,
      facility_gln, party_glns)
    select m.organization_id, m.environment, i.id, 'ITEM', m.identity || '/21/' || i.serial_number, m.gtin,
      i.serial_number, m.schema_id, m.schema_version, m.name, 'PUBLISHED', 1, m.published_at, m.operator_gln,
      m.facility_gln, m.party_glns
    from model m, items i)
  insert into dpp_versions (organization_id, environment, dpp_id, number, content, digests, salts, hash, jws,
    key_id, valid_from, published_at)
  select v.organization_id, v.environment, i.id, 1, v.content, v.digests, v.salts, v.hash, v.jws, v.key_id,
    v.valid_from, v.published_at
  from dpp_versions v, items i where v.dpp_id = $1::uuid`;

const ASKED_SQL = `select coalesce(jsonb_agg(jsonb_build_array(id, serial_number)), '[]')::text
  from dpps where serial_number is not null and right(serial_number, 9)::int % $1::int = 0`;

const SIZE_SQL = `select pg_size_pretty(pg_total_relation_size('dpps') + pg_total_relation_size('dpp_versions'))`;
