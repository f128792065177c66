export { fileAdapter, httpAdapter } from './adapters.ts';
export { registerPassports } from './register.ts';
