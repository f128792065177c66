import { join } from 'node:path';
import type { Disk } from '../disk.ts';
import type { Files } from './files.ts';
import { folderFiles } from './folder-files.ts';
import { S3Bucket } from './s3-bucket.ts';
import { s3Files } from './s3-files.ts';
import { type S3Account, S3Requests } from './s3-request.ts';

export type S3Settings = {
  readonly account: S3Account;
  /** Place of the files of customers; undefined if they are in the data folder. */
  readonly bucket: { readonly name: string; readonly prefix: string } | undefined;
};

/** Files of customers, by the names of their folders. */
export type FilePlaces = {
  /** Files of imports and exports. */
  readonly files: Files;
  readonly assets: Files;
  readonly isInBucket: boolean;
  readonly close: () => Promise<void>;
};

/** The files of the service: in the bucket of the settings, or else in the data folder. */
export function openFilePlaces(
  { dataFolder, s3 }: { readonly dataFolder: string; readonly s3: S3Settings | undefined },
  disk?: Disk,
): FilePlaces {
  if (s3?.bucket === undefined) {
    const below = (name: string) => folderFiles(join(dataFolder, name), disk);
    const close = async () => {};
    return { files: below('files'), assets: below('assets'), isInBucket: false, close };
  }
  const requests = new S3Requests(s3.account);
  const { name: bucket, prefix } = s3.bucket;
  const below = (name: string) => s3Files(new S3Bucket(requests, bucket, `${prefix}${name}/`));
  const close = () => requests.close();
  return { files: below('files'), assets: below('assets'), isInBucket: true, close };
}
