import { encodeId } from '../../../server/src/platform/ids.ts';
import { countProducts, FIRST, readPage } from './store.js';

// The connection that Mercurius, Yoga and Apollo resolve from. A product is its row `[uuid, name]`.

export const productId = (row) => encodeId('product', row[0]);
export const productName = (row) => row[1];

const cursorOf = (row) => Buffer.from(row[0]).toString('base64url');
const uuidOf = (cursor) => Buffer.from(cursor, 'base64url').toString();

export async function productConnection({ first, after }) {
  if (first !== FIRST) throw new Error(`The benchmark reads pages of ${FIRST}.`);
  const rows = await readPage(after == null ? undefined : uuidOf(after));
  return {
    rows: rows.slice(0, FIRST),
    hasNextPage: rows.length > FIRST,
    hasPreviousPage: after != null,
  };
}

export const edgesOf = ({ rows }) => rows.map((row) => ({ node: row }));
export const pageInfoOf = ({ rows, hasNextPage, hasPreviousPage }) => ({
  hasNextPage,
  hasPreviousPage,
  startCursor: rows.length > 0 ? cursorOf(rows[0]) : null,
  endCursor: rows.length > 0 ? cursorOf(rows[rows.length - 1]) : null,
});
export const edgeCursor = ({ node }) => cursorOf(node);
export const totalCount = () => countProducts();

/** Whoever asks: the peers have no keys to look at. */
const ME = {
  id: 'key_01jxw8a6nbf9q9ks0w1x5b2h7d',
  name: 'Benchmark',
  tier: 'ENTERPRISE',
  organization: { id: 'org_01jxw8a6nbf9q9ks0w1x5b2h7d', name: 'Benchmark', tier: 'ENTERPRISE' },
};
export const me = () => ME;
