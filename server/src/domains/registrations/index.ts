import './attention.ts';
import './graphql.ts';

export { adapterOf, fileAdapter, httpAdapter } from './adapters.ts';
export { registerDuePassports, registerPassports } from './register.ts';
export { type RequestedRegistration, requestRegistration } from './request.ts';
