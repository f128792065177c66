import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { identifierArgs, searchedText, timeFilters } from '../../graphql/input-fields.ts';
import { filterArg, listOf, sortArg, sortInput, sortOf } from '../../graphql/list.ts';
import { defineLoaderBy, defineLoaderById } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { recordFields } from '../../graphql/property-fields.ts';
import { referenceTo } from '../../graphql/reference.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { findErasures } from './erasure-store.ts';
import type { Customer } from './model.ts';
import { CUSTOMER } from './properties.ts';
import { customerData } from './service.ts';
import { customers } from './store.ts';

/** Loads customers by id in one statement per request; undefined for a missing one. */
export const customerById = defineLoaderById(customers.find);

const erasureOfCustomer = defineLoaderBy(findErasures, ({ customerId }) => customerId);

const CustomerTotalsRef = builder
  .objectRef<Pick<Customer, 'orderCount' | 'totalCo2eKg' | 'totalSpent'>>('CustomerTotals')
  .implement({
    description: 'Totals of the orders of a customer. They remain when the customer is erased.',
    fields: (t) => ({
      ...exposed(t, {
        orderCount: field('Int', 'Number of confirmed orders that were not cancelled.'),
        totalCo2eKg: field('Float', 'Footprint of these orders in kg CO2e, minus returns.'),
      }),
      totalSpent: t.field({
        type: [MoneyRef],
        extensions: access({ size: 1 }),
        description: 'Money captured and not refunded, one amount per currency.',
        resolve: ({ totalSpent }) =>
          Object.entries(totalSpent).map(([currency, minor]) => ({ minor, currency })),
      }),
    }),
  });

export const CustomerRef = builder.objectRef<Customer>('Customer').implement({
  description:
    'A person or company that buys. Store only the data that you need; `deleteCustomer` erases them and keeps the totals.',
  interfaces: [Node],
  extensions: access({ permission: 'CUSTOMERS_READ' }),
  fields: (t) => ({
    ...recordFields(t, 'customer', CUSTOMER),
    isErasurePending: t.boolean({
      description:
        'True while personal data is left in many orders, carts and payments of an erased customer: a worker erases them, and `customer.erased` tells when none is left. A request erases the first hundred itself.',
      resolve: async ({ id, erasedAt }, _args, context) =>
        erasedAt !== null && (await erasureOfCustomer(context, id)) !== undefined,
    }),
    totals: t.field({
      type: CustomerTotalsRef,
      extensions: access({ size: 0 }),
      description: 'Totals of the orders of the customer.',
      resolve: (customer) => customer,
    }),
  }),
});

registerNode('customer', { typename: 'Customer', load: customerById });

const CustomerConnection = connectionType(CustomerRef, 'Customer', 'customers', 'CUSTOMERS_READ');

const CustomerFilterInput = builder.inputType('CustomerFilter', {
  description: 'Filter of customers; all given conditions must hold.',
  fields: (t) => ({
    text: searchedText(
      t,
      'Only customers whose name, e-mail address or externalId contains this text (case-insensitive).',
    ),
    email: t.string({
      description: 'Only customers with exactly this e-mail address (case-insensitive).',
    }),
    country: t.field({ type: 'CountryCode', description: 'Only customers of this country.' }),
    tag: t.string({ description: 'Only objects with this tag.' }),
    ...timeFilters(t),
    isErased: t.boolean({
      description:
        'True: only erased customers, which have totals and dates only. By default only the others.',
    }),
  }),
});

const CustomerSortInput = sortInput('Customer', 'customers', {
  CREATED_AT: 'Time of creation.',
  UPDATED_AT: 'Time of the last change.',
  NAME: 'Name (case-insensitive); customers without a name come first.',
  ORDER_COUNT: 'Number of orders of the customer.',
  TOTAL_CO2E_KG: 'Footprint of the orders of the customer.',
});

builder.queryFields((t) => ({
  customers: t.field({
    type: CustomerConnection,
    description:
      'Customers of this organization and environment, oldest first unless ordered otherwise.',
    args: { ...pageArgs(), ...filterArg(CustomerFilterInput), ...sortArg(CustomerSortInput) },
    resolve: (_root, { filter, sortBy, ...args }, context) =>
      listOf(context, args, customers, filter ?? {}, sortOf(sortBy)),
  }),
  customer: t.field({
    type: CustomerRef,
    description:
      'One customer, by its id or your own. An erased customer has totals and dates only.',
    args: identifierArgs(),
    resolve: async (_root, args, context) =>
      orNotFound('The customer', await customers.named(context, customerReference(args, []))),
  }),
  customerData: t.field({
    type: 'JSON',
    description:
      'All stored data about one person as JSON: the answer to a request for access (Article 15 GDPR). Needs the READ permission of every part. The audit log records it. Of a person with more than 8 MB, thousands of orders, it is refused with `QUERY_TOO_COMPLEX`: read `orders` and `shoppingCarts` by their filter `customerId`.',
    extensions: access({ permission: 'CUSTOMERS_READ', cost: 20 }),
    args: {
      id: t.arg.id({ description: 'Id of the customer.' }),
      externalId: t.arg.string({ description: 'Your own id of the customer.' }),
    },
    resolve: (_root, args, context) => customerData(context, customerReference(args, [])),
  }),
}));

/** The customer addressed by exactly one identifier. */
export const customerReference = referenceTo('customer', 'customer');
