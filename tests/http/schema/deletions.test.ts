import assert from 'node:assert/strict';
import { test } from 'node:test';
import { world } from '../world.ts';
import { argumentsOf, documentOf, selectionOf, typesNamedBy } from './calls.ts';
import { furnish } from './holdings.ts';
import { ROOT_FIELDS } from './places.ts';

/** Made from the schema: what a mutation deletes is shown as it was, down to its parts. */

const DELETIONS = ROOT_FIELDS.filter(
  ({ root, name }) => root === 'mutation' && name.startsWith('delete'),
);

for (const call of DELETIONS) {
  test(`${call.name} answers with all that it deleted`, async () => {
    const client = await world({ tier: 'ENTERPRISE' });
    const holdings = await furnish(client, 'own', undefined, typesNamedBy(call));
    const args = argumentsOf(call, holdings);
    const document = documentOf(call, args, selectionOf(call.field.type, 2, true));
    const { errors } = await client.send(document, args);
    assert.deepEqual(errors, []);
  });
}
