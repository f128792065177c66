export { verifiablePartOf } from './read-package.ts';
export { type Restored, restorePackage } from './restore.ts';
export { type PackageCounts, writePackage } from './write-package.ts';
