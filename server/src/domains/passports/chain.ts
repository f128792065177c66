import type { Db } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { hashOf } from './integrity.ts';
import type { DppView } from './model.ts';
import { sealedHeaders } from './public-store.ts';

/** A published version in the chain of hashes of its passport. */
export type ChainLink = {
  readonly number: number;
  readonly hash: string;
  readonly previousHash: string | null;
  /** True if the hash is that of the header of the version, and the one before is that of the version before. */
  readonly isWhole: boolean;
};

/**
 * The last versions of a passport, the newest first, each with its hash worked out again from the header: numbers, time
 * and the digests of the content by class, which say nothing about withheld values.
 */
export async function hashChainOf(db: Db, view: DppView): Promise<ChainLink[]> {
  const headers = await sealedHeaders(db, view);
  return headers.map(({ number, hash, previousHash, publishedAt, digests }, at) => {
    const again = hashOf({
      dppId: encodeId('dpp', view.id),
      identity: view.identity,
      version: number,
      schema: `${view.schemaId} ${view.schemaVersion}`,
      publishedAt: publishedAt.toISOString(),
      previousHash,
      digests,
    });
    const before = headers[at + 1];
    const follows =
      number === 1
        ? previousHash === null
        : before === undefined || (before.number === number - 1 && before.hash === previousHash);
    return { number, hash, previousHash, isWhole: again === hash && follows };
  });
}
