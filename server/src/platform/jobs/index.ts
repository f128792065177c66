export { dueTenants, inTurns, saveLeft } from './in-turns.ts';
export { hasFinished, type Job, type JobState } from './job.ts';
export { releaseLeases } from './lease-store.ts';
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
  addFileBytes,
  cancelJobsWithoutFile,
  countJobs,
  countJobsIn,
  countOpenJobs,
  expireFiles,
  findJobs,
  findJobsWithExpiredFiles,
  forgetFilesOfJobs,
  insertJob,
  listJobs,
  lockJob,
  restartJobs,
  stopJob,
  sumFileBytes,
  updateJob,
} from './store.ts';
