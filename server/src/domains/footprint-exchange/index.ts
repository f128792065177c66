import './documents-graphql.ts';
import './partners-graphql.ts';
import './requests-graphql.ts';

export { issueToken, keyOfToken, TOKEN_SECONDS } from './access-token.ts';
export { CriteriaProblem, filterOfCriteria } from './criteria.ts';
export { footprintExchange } from './exchange.ts';
export { takeEvent } from './incoming-events.ts';
export type { FootprintOwner } from './model.ts';
export { resealPartners } from './partner-store.ts';
export { PeerClient } from './peer.ts';
export { footprintById, pageOfFootprints } from './service.ts';
