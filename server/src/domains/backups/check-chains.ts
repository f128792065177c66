import { encodeId } from '../../platform/ids.ts';
import { unpackJson } from '../../platform/json/index.ts';
import {
  chainLink,
  type FieldClass,
  hasDigests,
  type Sealed,
  type SealedHead,
} from '../passports/index.ts';
import { ROWS } from './model.ts';
import { filesOf, linesIn } from './read-package.ts';

/** A version of a package whose hash, predecessor or content is not what it should be. */
type BrokenVersion = { readonly dppId: string; readonly number: number };

export type Chains = {
  readonly passportCount: number;
  readonly versionCount: number;
  readonly broken: readonly BrokenVersion[];
};

/** Fields of the class INTERNAL may be gone: they do not pass to another organization. */
const KEPT: readonly FieldClass[] = ['PUBLIC', 'RESTRICTED', 'CONFORMITY', 'INDIVIDUAL'];

type PassportRow = {
  readonly id: string;
  readonly identity: string;
  readonly schema_id: string;
  readonly schema_version: string;
};

type VersionRow = Pick<SealedHead, 'number' | 'hash' | 'digests'> & {
  readonly dpp_id: string;
  readonly previous_hash: string | null;
  readonly published_at: string;
  readonly salts: Readonly<Record<FieldClass, string>>;
  /** Packed JSON as `bytea` in hex. */
  readonly content: string;
};

/** Works out every hash of a package again, from the content of each class up to the chain of versions. */
export async function chainsOf(path: string): Promise<Chains> {
  const passports = new Map<string, Sealed>();
  const broken: BrokenVersion[] = [];
  let before: VersionRow | undefined;
  let versionCount = 0;
  const isWanted = (name: string) => /^rows\/dpp(s|_versions)\//.test(name);
  for await (const { name, text } of filesOf(path, isWanted)) {
    if (name.startsWith(`${ROWS}dpps/`)) {
      for (const row of linesIn<PassportRow>(text)) passports.set(row.id, sealedOf(row));
      continue;
    }
    for (const row of linesIn<VersionRow>(text)) {
      versionCount += 1;
      const sealed = passports.get(row.dpp_id);
      const isNext = before?.dpp_id === row.dpp_id;
      if (sealed === undefined || !isWhole(sealed, row, isNext ? before : undefined))
        broken.push({ dppId: encodeId('dpp', row.dpp_id), number: row.number });
      before = row;
    }
  }
  return { passportCount: passports.size, versionCount, broken };
}

function sealedOf({ id, identity, ...row }: PassportRow): Sealed {
  return { id, identity, schemaId: row.schema_id, schemaVersion: row.schema_version };
}

function isWhole(sealed: Sealed, row: VersionRow, before: VersionRow | undefined): boolean {
  const { number, hash, digests, salts } = row;
  if (number > 1 && before === undefined) return false;
  const publishedAt = new Date(row.published_at);
  const head = { number, hash, digests, previousHash: row.previous_hash, publishedAt };
  const content = unpackJson<Parameters<typeof hasDigests>[1]['content']>(
    Buffer.from(row.content.replace(/^\\x/, ''), 'hex'),
  );
  return (
    chainLink(sealed, head, before).isWhole && hasDigests(sealed, { content, digests, salts }, KEPT)
  );
}
