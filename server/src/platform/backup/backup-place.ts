import { basename, dirname, resolve } from 'node:path';
import {
  type Files,
  folderFiles,
  S3Bucket,
  S3Requests,
  type S3Settings,
  s3Files,
} from '../files/index.ts';
import { OperatorError } from '../operator-error.ts';

/** A folder or a bucket that has back-ups. */
export type BackupPlace = {
  readonly files: Files;
  /** Address of a back-up, as `backupAt` takes it. */
  readonly addressOf: (name: string) => string;
  readonly close: () => Promise<void>;
};

/** With at most 10,000 parts a back-up has up to 640 GB. */
const PART_BYTES = 64 * 1024 ** 2;
/** A typing error in an address must not become a folder of that name. */
const ADDRESS = /^(?:s3:|[a-z]\w*:\/)/;
const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/.*)?$/;

/** The place of an address: the path of a folder, or `s3://bucket/prefix` by the account of the settings. */
export function backupPlace(address: string, s3: S3Settings | undefined): BackupPlace {
  if (!ADDRESS.test(address)) {
    const folder = resolve(address);
    const addressOf = (name: string) => resolve(folder, name);
    return { files: folderFiles(folder), addressOf, close: async () => {} };
  }
  const [, bucket, path = ''] = S3_ADDRESS.exec(address) ?? [];
  if (bucket === undefined)
    throw new OperatorError(
      `Back-ups are in a folder or in a bucket such as s3://bucket/prefix, not at ${address}.`,
    );
  if (s3 === undefined)
    throw new OperatorError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed for a bucket.');
  const prefix = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => `${part}/`)
    .join('');
  const requests = new S3Requests(s3.account);
  return {
    files: s3Files(new S3Bucket(requests, bucket, prefix), PART_BYTES),
    addressOf: (name) => `s3://${bucket}/${prefix}${name}`,
    close: () => requests.close(),
  };
}

/** The place and the name of a back-up: the path of a file, or `s3://bucket/prefix/name`. */
export function backupAt(
  address: string,
  s3: S3Settings | undefined,
): BackupPlace & { readonly name: string } {
  return { ...backupPlace(dirname(address), s3), name: basename(address) };
}
