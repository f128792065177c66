export { hasFinished, JOB_STATES, type Job, type JobState } from './job.ts';
export { type Periodic, startPeriodic } from './periodic.ts';
export {
  JobError,
  type JobHandler,
  type JobRun,
  type JobRunner,
  runJob,
  startJobRunner,
  takeJob,
} from './runner.ts';
export {
  changeJob,
  countJobs,
  findJobs,
  insertJob,
  listJobs,
  lockJob,
  releaseLeases,
} from './store.ts';
