import { auditedActionsOf } from '../../rules/events/audit.ts';
import { text } from '../../rules/events/event-payload.ts';

const declare = auditedActionsOf({ name: 'supply_chain', idKind: 'supplyChain' });

export const supplyChainDeletion = declare('deleted', {
  meaning: 'A supply chain was deleted with all its versions.',
  details: { name: text('Name of the supply chain.', 'Cotton to shirt') },
});
