import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { glnsIn } from '../../server/src/domains/passports/content/gln.ts';
import { maskContent } from '../../server/src/domains/passports/content/mask.ts';
import {
  type DppContent,
  type DppStatus,
  dppSchema,
  fieldsOf,
  identityOf,
  untpCredential,
} from '../../server/src/domains/passports/index.ts';
import {
  EXAMPLE_CONTENT,
  exampleView,
} from '../../server/src/domains/passports/projections/testing.ts';
import { digestsOf, newSalts } from '../../server/src/domains/passports/versions/integrity.ts';
import type { Trust } from '../../server/src/domains/trust/index.ts';
import { signCredential } from '../../server/src/domains/trust/testing.ts';
import type { Db } from '../../server/src/platform/database/index.ts';
import { encodeId, newUuid } from '../../server/src/platform/ids.ts';
import { byteaText, packJson } from '../../server/src/platform/json/index.ts';
import type { Scope } from '../../server/src/platform/scope.ts';
import { checkDigitOf } from '../../server/src/rules/gs1/check-digits.ts';

let gtins = 950600013;

/** A GTIN that no other test has. */
export function newGtin(): string {
  gtins += 1;
  const digits = `0${gtins}${'000'}`;
  return `${digits}${checkDigitOf(digits)}`;
}

let glns = 950600_100_000;

/** A GLN that no other test of the file has. */
export function newGln(): string {
  glns += 1;
  return `${glns}${checkDigitOf(String(glns))}`;
}

export type Wanted = {
  readonly scope: Scope;
  readonly gtin?: string;
  readonly batchNumber?: string;
  readonly serialNumber?: string;
  readonly status?: DppStatus;
  readonly statusReason?: string;
  readonly content?: DppContent;
  readonly schemaId?: string;
};

export type Published = {
  readonly uuid: string;
  readonly id: string;
  readonly gtin: string;
  readonly jws: string;
};

/** A database and the tools that sign. */
export type Publisher = { readonly db: Db; readonly trust: Trust };

/** Stores a signed passport with one version, as the service of passports publishes it. */
export async function publishWith(publisher: Publisher, wanted: Wanted): Promise<Published> {
  const { scope, batchNumber, serialNumber, schemaId = 'textile' } = wanted;
  const { gtin = newGtin(), content = EXAMPLE_CONTENT } = wanted;
  const uuid = newUuid();
  const identity = identityOf({
    gtin,
    productId: null,
    batchNumber: batchNumber ?? null,
    serialNumber: serialNumber ?? null,
  });
  const granularity =
    serialNumber === undefined ? (batchNumber === undefined ? 'MODEL' : 'BATCH') : 'ITEM';
  const version = dppSchema(schemaId)?.version ?? '';
  await sql`insert into dpps (organization_id, environment, id, granularity, identity, gtin, batch_number,
      serial_number, schema_id, schema_version, name, status)
    values (${scope.organizationId}, ${scope.environment}, ${uuid}, ${granularity}, ${identity}, ${gtin},
      ${batchNumber ?? null}, ${serialNumber ?? null}, ${schemaId}, ${version}, 'Shirt', 'DRAFT')`.execute(
    publisher.db,
  );
  const jws = await addVersionWith(publisher, { ...wanted, gtin, content, schemaId }, uuid, 1);
  return { uuid, id: encodeId('dpp', uuid), gtin, jws };
}

/** Adds a version and makes it the current one. */
export async function addVersionWith(
  { db, trust }: Publisher,
  wanted: Wanted,
  uuid: string,
  number: number,
): Promise<string> {
  const { scope, content = EXAMPLE_CONTENT, schemaId = 'textile' } = wanted;
  const { status = 'PUBLISHED', statusReason = null } = wanted;
  const schema = dppSchema(schemaId);
  if (schema === undefined) throw new Error(`No schema ${schemaId}.`);
  const fields = fieldsOf(schema);
  const [salts, hash] = [newSalts(), randomUUID()];
  const example = exampleView();
  const credential = untpCredential(
    exampleView({
      integrity: { ...example.integrity, hash },
      scope,
      id: uuid,
      number,
      gtin: wanted.gtin ?? null,
      batchNumber: wanted.batchNumber ?? null,
      serialNumber: wanted.serialNumber ?? null,
      content: maskContent(fields, content, 'PUBLIC').content,
    }),
    trust.urls,
  );
  return db.transaction().execute(async (tx) => {
    const { jws, keyId } = await signCredential({ db: tx, scope }, trust, {
      subjectId: uuid,
      credential,
    });
    await sql`insert into dpp_versions (organization_id, environment, dpp_id, number, content, digests, salts,
        hash, previous_hash, jws, key_id, valid_from, published_at)
      values (${scope.organizationId}, ${scope.environment}, ${uuid}, ${number},
        ${byteaText(packJson(content))}::bytea, ${JSON.stringify(digestsOf(fields, content, salts))},
        ${JSON.stringify(salts)}, ${hash}, ${number === 1 ? null : randomUUID()}, ${jws}, ${keyId},
        now(), now())`.execute(tx);
    const { operatorGln, facilityGln, partyGlns } = glnsIn(content);
    if (status !== 'DRAFT')
      await sql`update dpps set published_version = ${number}, operator_gln = ${operatorGln}, facility_gln = ${facilityGln},
          party_glns = ${partyGlns}::text[],
          published_at = coalesce(published_at, now()),
          status_reason = case status when 'DRAFT' then ${statusReason} else status_reason end,
          status = case status when 'DRAFT' then ${status} else status end
        where organization_id = ${scope.organizationId} and environment = ${scope.environment}
          and id = ${uuid}`.execute(tx);
    return jws;
  });
}
