import './graphql.ts';

export { RESET_JOB, resetSandbox } from './reset-job.ts';
export { seedSandbox } from './service.ts';
