import { integer } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';

const declare = eventsOf({
  name: 'customer',
  idKind: 'customer',
  idProperty: 'customerId',
  permission: 'CUSTOMERS_READ',
});

/** No `externalId`: it may be an e-mail address, and events are never erased. */
const CUSTOMER = { version: integer('Version of the customer after the change.', 3) };

export const customerCreated = declare('created', {
  meaning: 'A customer was created, by a mutation or by an import.',
  properties: CUSTOMER,
});

export const customerUpdated = declare('updated', {
  meaning: 'A customer was changed, by a mutation or by an import.',
  properties: CUSTOMER,
});

export const customerDeleted = declare('deleted', {
  meaning:
    'The personal data of a customer were erased; its totals remain. `customer.erased` follows when those in its orders, carts and payments are erased too.',
  properties: CUSTOMER,
});

export const customerErased = declare('erased', {
  meaning:
    'Nothing of the personal data of an erased customer is left, in orders, carts, payments, events, stored answers and files.',
  properties: {},
});
