import { auditedActionsOf } from '../../rules/events/audit.ts';
import { text } from '../../rules/events/event-payload.ts';

const declare = auditedActionsOf({ name: 'product', idKind: 'product' });

export const productDeletion = declare('deleted', {
  meaning: 'A product was deleted.',
  details: { name: text('Name of the product.', 'T-shirt') },
});
