import './graphql.ts';

export { RESET_JOB, resetHandler } from './reset-job.ts';
export { seedSandbox } from './service.ts';
