export {
  type FileDraft,
  FileMissing,
  type Files,
  FilesUnavailable,
  fileName,
  folderOf,
  type GrowingFile,
  readWhole,
  removeWrittenBefore,
  sizeOf,
} from './files.ts';
export { folderFiles } from './folder-files.ts';
export { moveFiles } from './move-files.ts';
export { type FilePlaces, openFilePlaces, type S3Settings } from './places.ts';
export { S3Bucket } from './s3-bucket.ts';
export { s3Files } from './s3-files.ts';
export { type S3Account, S3Requests } from './s3-request.ts';
