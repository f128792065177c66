export { hasFinished, type Job, type JobState } from './job.ts';
export { type Periodic, startPeriodic } from './periodic.ts';
export {
  JobError,
  type JobHandler,
  type JobRun,
  runJob,
  startJobRunner,
  takeJob,
} from './runner.ts';
export {
  countJobs,
  findJobs,
  insertJob,
  listJobs,
  lockJob,
  releaseLeases,
  updateJob,
} from './store.ts';
