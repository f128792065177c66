export { issueToken, keyOfToken, TOKEN_SECONDS } from './access-token.ts';
export type { FootprintFilter, FootprintOwner } from './model.ts';
export { footprintById, pageOfFootprints } from './service.ts';
