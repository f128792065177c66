import './graphql.ts';

export { type Chains, chainsOf } from './check-chains.ts';
export { type Deliver, deliverByHttp, deliverToFiles, PACKAGE_NAME } from './packages.ts';
export { verifiablePartOf } from './read-package.ts';
export { receivePassports } from './receive.ts';
export { replicatePassports } from './replicate.ts';
export { type Restored, restorePackage } from './restore.ts';
export { type PackageCounts, writePackage } from './write-package.ts';
