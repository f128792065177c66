import './graphql.ts';
import './mutations-graphql.ts';

export { type AssetTools, deleteOrphanedFiles, isSigned } from './asset-files.ts';
export { FILE_TYPES } from './model.ts';
export { renderAgainTask, renderTask } from './render-task.ts';
export { fileOfAsset } from './service.ts';
export { findServedAsset } from './store.ts';
