import type { GraphQLSchema } from 'graphql';
import './domains/accounts/index.ts';
import './domains/assets/index.ts';
import './domains/attention/index.ts';
import './domains/audit-log/index.ts';
import './domains/backups/index.ts';
import './domains/brands/index.ts';
import './domains/bulk/index.ts';
import './domains/calculations/index.ts';
import './domains/carts/index.ts';
import './domains/customers/index.ts';
import './domains/epcis/index.ts';
import './domains/equivalencies/index.ts';
import './domains/factors/index.ts';
import './domains/footprint-exchange/index.ts';
import './domains/keys/index.ts';
import './domains/orders/index.ts';
import './domains/passports/index.ts';
import './domains/products/index.ts';
import './domains/registrations/index.ts';
import './domains/requests/index.ts';
import './domains/sandbox/index.ts';
import './domains/scenarios/index.ts';
import './domains/usage/index.ts';
import './domains/webhooks/index.ts';
import './domains/search/index.ts';
import './domains/supply-chains/index.ts';
import './domains/transactions/index.ts';
import './graphql/node.ts';
import { enforceAccess } from './graphql/access.ts';
import { listAllProblems } from './graphql/all-problems.ts';
import { builder } from './graphql/builder.ts';
import { removeDefaultResolvers } from './graphql/default-resolvers.ts';
import { makeRootFieldsNullable } from './graphql/root-fields.ts';
import { giveTurns } from './graphql/turns.ts';

const declared = removeDefaultResolvers(builder.toSchema());

/** All domains, made into one schema. */
export const schema: GraphQLSchema = giveTurns(
  enforceAccess(listAllProblems(makeRootFieldsNullable(declared))),
);
