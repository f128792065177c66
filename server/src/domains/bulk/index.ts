import './graphql.ts';

export { BULK_FORMATS, type BulkFormat } from './file-rows.ts';
export { bulkHandlers } from './handlers.ts';
export {
  type BulkJob,
  bulkJobOf,
  FILES_KEPT_DAYS,
  type FilePart,
  fileOf,
  type ImportType,
} from './model.ts';
export {
  bulkJobFor,
  createBulkJob,
  hasFile,
  receiveFile,
  refuseToRun,
  refuseUnlessAwaiting,
} from './service.ts';
