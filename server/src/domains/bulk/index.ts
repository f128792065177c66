import './attention.ts';
import './export-graphql.ts';
import './graphql.ts';
import './personal-data.ts';

export { BULK_FORMATS, type BulkFormat } from './file-rows.ts';
export { bulkHandlers } from './handlers.ts';
export {
  type BulkJob,
  bulkJobOf,
  type FilePart,
  fileOf,
} from './model.ts';
export {
  assertAwaitingUpload,
  assertMayRun,
  bulkJobFor,
  createBulkJob,
  hasFile,
  receiveFile,
} from './service.ts';
export { deleteExpiredFiles, deleteFilesWithoutJob, tidyFiles } from './tidy-files.ts';
export { IMPORT_TYPES } from './types.ts';
