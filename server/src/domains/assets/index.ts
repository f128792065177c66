import './batch-graphql.ts';
import './graphql.ts';
import './mutations-graphql.ts';

export { type AssetTools, deleteOrphanedFiles } from './asset-files.ts';
export { isSigned, signedBatch } from './asset-urls.ts';
export { ASSET_BATCH_JOB, assetBatchHandler, batchOf, renderSliceTask } from './batch.ts';
export { useFonts } from './drawing/use-fonts.ts';
export { FILE_TYPES } from './model.ts';
export { renderAgainTask, renderTask } from './render-task.ts';
export { fileOfAsset } from './service.ts';
export { findServedAsset } from './store.ts';
export { type AssetCheck, verifyAsset } from './verify.ts';
export { zipOfBatch } from './zip.ts';
