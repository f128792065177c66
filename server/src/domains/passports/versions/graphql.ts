import { access } from '../../../graphql/access.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionType } from '../../../graphql/connection.ts';
import { exposed, field, nullable } from '../../../graphql/fields.ts';
import { defineLoader } from '../../../graphql/loader.ts';
import { defineNestedConnection } from '../../../graphql/nested-connection.ts';
import type { Context } from '../../../rules/context.ts';
import { keyIdOf } from '../../trust/index.ts';
import type { DppContent } from '../model.ts';
import { type Difference, differencesOf } from './diff.ts';
import {
  type DppVersion,
  dppVersions,
  findContentsOfVersions,
  findLastVersions,
  findVersions,
} from './store.ts';

export const IntegrityRef = builder.objectRef<DppVersion>('DppIntegrity').implement({
  description: 'Proof of a published version: its hash, the hash before, and the signature.',
  fields: (t) => ({
    ...exposed(t, {
      hash: nullable(
        'String',
        'SHA-256 over the canonical JSON (RFC 8785) of the header of the version, in hex.',
      ),
      previousHash: nullable('String', 'Hash of the version before; null for the first.'),
      digests: nullable(
        'JSON',
        'SHA-256 of the content of each class of access, which the header contains.',
      ),
      jws: nullable('String', 'Signed credential of the public content (`vc+jwt`, ES256).'),
    }),
    keyId: t.string({
      nullable: true,
      description: 'Id of the key that signed it: a verification method of the DID document.',
      resolve: ({ jws }) => (jws === null ? null : keyIdOf(jws)),
    }),
    timestamp: t.string({
      nullable: true,
      description:
        'Time-stamp token (RFC 3161, base64) of a trust service over `hash`. Null: the service asks no trust service for one, and does not make one itself; `publishedAt` of the version is the statement of its operator.',
      resolve: () => null,
    }),
  }),
});

const DifferenceRef = builder.objectRef<Difference>('DppDifference').implement({
  description: 'A value that differs between two versions.',
  fields: (t) =>
    exposed(t, {
      path: field('String', 'Path such as materials.0.massKg.'),
      before: nullable('JSON', 'Value in the version before; null if it had none.'),
      after: nullable('JSON', 'Value in this version; null if it has none.'),
    }),
});

const VersionRef = builder.objectRef<DppVersion>('DppVersion').implement({
  description: 'A version of a passport. A published one never changes.',
  extensions: access({ permission: 'DPPS_READ' }),
  fields: (t) => ({
    ...exposed(t, {
      number: field('Int', 'Number of the version, from 1.'),
      reason: nullable('String', 'Reason of the amendment; null for the first version.'),
      publishedAt: nullable('DateTime', 'Time of publication; null for a draft.'),
      validUntil: nullable('DateTime', 'End of the validity of the credential; null for no end.'),
    }),
    isSuperseded: t.boolean({
      description: 'True if a later version is public.',
      resolve: async ({ dppId, number }, _args, context) =>
        ((await lastVersionOf(context, dppId))?.number ?? number) > number,
    }),
    integrity: t.field({
      type: IntegrityRef,
      nullable: true,
      description: 'Proof of the version; null for a draft.',
      resolve: (version) => (version.hash === null ? null : version),
    }),
    content: t.field({
      type: 'JSON',
      description: 'The whole content of the version.',
      resolve: ({ id }, _args, context) => contentOfVersion(context, id),
    }),
    changes: t.field({
      type: [DifferenceRef],
      extensions: access({ size: 10 }),
      description: 'Fields in which the version differs from the one before; empty for the first.',
      resolve: changesOf,
    }),
  }),
});

export const VersionConnection = connectionType(
  VersionRef,
  'DppVersion',
  'versions of a passport',
  'DPPS_READ',
);

export const versionsOf = defineNestedConnection({
  list: 'versions of the passport',
  ...dppVersions.below('dpp_id'),
  key: ({ id }) => [id],
});

const contentOfVersion: (context: Context, id: string) => Promise<DppContent> = defineLoader(
  async (context, ids: readonly string[]) => {
    const found = await findContentsOfVersions(context, ids);
    const byId = new Map(found.map(({ id, content }) => [id, content]));
    return ids.map((id): DppContent => byId.get(id) ?? {});
  },
);

/** The last version of each passport. */
export const lastVersionOf = defineLoader(async (context: Context, dppIds: readonly string[]) => {
  const found = await findLastVersions(context, dppIds);
  const byId = new Map(found.map((version) => [version.dppId, version]));
  return dppIds.map((id) => byId.get(id));
});

async function changesOf(
  { id, dppId, number }: DppVersion,
  _args: object,
  context: Context,
): Promise<Difference[]> {
  if (number === 1) return [];
  const [previous] = await findVersions(context, dppId, number - 1);
  if (previous === undefined) return [];
  const before = await contentOfVersion(context, previous.id);
  return differencesOf(before, await contentOfVersion(context, id));
}
