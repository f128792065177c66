import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { listOf, orderInput, orderOf } from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { referenceTo } from '../../graphql/reference.ts';
import { encodeId } from '../../platform/ids.ts';
import { orNotFound } from '../../rules/api-error.ts';
import type { Customer } from './model.ts';
import { customerData } from './service.ts';
import { customers } from './store.ts';

/** Customers by id in one statement per request, undefined where there is none. */
export const customerById = defineLoaderById(customers.find);

const CustomerTotalsRef = builder
  .objectRef<Pick<Customer, 'orderCount' | 'totalCo2eKg' | 'totalSpent'>>('CustomerTotals')
  .implement({
    description: 'What the orders of a customer add up to. Stays when the customer is erased.',
    fields: (t) => ({
      orderCount: t.exposeInt('orderCount', {
        description: 'Number of confirmed orders that were not cancelled.',
      }),
      totalCo2eKg: t.exposeFloat('totalCo2eKg', {
        description: 'Footprint of these orders in kg CO2e, returns taken off.',
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
    'Someone who buys. Hold only what you need; `deleteCustomer` erases it and leaves the totals.',
  interfaces: [Node],
  extensions: access({ permission: 'CUSTOMERS_READ' }),
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id.',
      resolve: (customer) => encodeId('customer', customer.id),
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'Your own id of the customer, unique in this environment.',
    }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the customer.' }),
    email: t.exposeString('email', { nullable: true, description: 'E-mail address.' }),
    country: t.expose('country', {
      type: 'CountryCode',
      nullable: true,
      description: 'Country where the customer lives.',
    }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'Language to write to the customer in, as BCP 47 tag such as fr or pt-BR.',
    }),
    tags: t.exposeStringList('tags', { description: 'Free tags of your own.' }),
    metadata: t.expose('metadata', {
      type: 'JSON',
      description: 'A JSON object of your own keys.',
    }),
    totals: t.field({
      type: CustomerTotalsRef,
      extensions: access({ size: 0 }),
      description: 'What the orders of the customer add up to.',
      resolve: (customer) => customer,
    }),
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the personal data was erased; null of every other customer.',
    }),
    version: t.exposeInt('version', {
      description: 'Grows by one with every change; see `expectedVersion`. Totals do not count.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it was last changed.',
    }),
  }),
});

registerNode('customer', { typename: 'Customer', load: customerById });

const CustomerConnection = connectionType(CustomerRef, 'Customer', 'customers', 'CUSTOMERS_READ');

const CustomerFilterInput = builder.inputType('CustomerFilter', {
  description: 'Which customers to list; all conditions must hold.',
  fields: (t) => ({
    text: t.string({
      description: 'With this text in name, e-mail address or externalId, in any case.',
    }),
    email: t.string({ description: 'With exactly this e-mail address, in any case.' }),
    country: t.field({ type: 'CountryCode', description: 'Of this country.' }),
    tag: t.string({ description: 'With this tag.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Created at this moment or later.' }),
    createdUntil: t.field({ type: 'DateTime', description: 'Created before this moment.' }),
    updatedSince: t.field({ type: 'DateTime', description: 'Changed at this moment or later.' }),
    isErased: t.boolean({
      description: 'True: the anonymous rest of erased customers. By default all the others.',
    }),
  }),
});

const CustomerOrderInput = orderInput('Customer', 'customers', {
  CREATED_AT: 'When it was created.',
  UPDATED_AT: 'When it was last changed.',
  NAME: 'Its name, in any case; customers without one come first.',
  ORDER_COUNT: 'Number of its orders.',
  TOTAL_CO2E_KG: 'Footprint of its orders.',
});

builder.queryFields((t) => ({
  customers: t.field({
    type: CustomerConnection,
    nullable: true,
    description:
      'Customers of this organization and environment, oldest first unless ordered otherwise.',
    args: {
      ...pageArgs(),
      filter: t.arg({ type: CustomerFilterInput, description: 'Which customers.' }),
      orderBy: t.arg({ type: CustomerOrderInput, description: 'In which order.' }),
    },
    resolve: (_root, { filter, orderBy, ...args }, context) =>
      listOf(context, args, customers, filter ?? {}, orderOf(orderBy)),
  }),
  customer: t.field({
    type: CustomerRef,
    nullable: true,
    description: 'One customer, by its id or your own. Of an erased one the anonymous rest.',
    args: {
      id: t.arg.id({ description: 'Its id.' }),
      externalId: t.arg.string({ description: 'Your own id of it.' }),
    },
    resolve: async (_root, args, { db, scope }) =>
      orNotFound('The customer', await customers.named(db, scope, customerReference(args, []))),
  }),
  customerData: t.field({
    type: 'JSON',
    nullable: true,
    description:
      'All that is held about one person, as JSON: what a request for access (Article 15 GDPR) has to be answered with. Needs the READ permission of every part.',
    extensions: access({ permission: 'CUSTOMERS_READ', cost: 20 }),
    args: {
      id: t.arg.id({ description: 'Id of the customer.' }),
      externalId: t.arg.string({ description: 'Your own id of the customer.' }),
    },
    resolve: (_root, args, { db, caller }) => customerData(db, caller, customerReference(args, [])),
  }),
}));

/** Which customer is meant, by exactly one identifier. */
export const customerReference = referenceTo('customer', 'customer');
