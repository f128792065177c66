import type { S3Settings } from '../platform/files/index.ts';
import type { ConfigReader } from './reader.ts';

/** The settings of a storage that speaks the S3 protocol; undefined without S3_ACCESS_KEY_ID. */
export function readS3(read: ConfigReader): S3Settings | undefined {
  const name = read.optional(
    'S3_BUCKET',
    'Bucket of a storage that speaks the S3 protocol, for the files of imports, exports and assets. Without it they are in TRACKWAY_DATA.',
  );
  const prefix = read.text(
    'S3_PREFIX',
    '',
    'Beginning of the names of all objects, such as `trackway/`.',
  );
  const region = read.text('S3_REGION', 'us-east-1', 'Region that requests are signed for.');
  const endpoint = read.url(
    'S3_ENDPOINT',
    ['http', 'https'],
    'Address of the storage, such as https://minio.example.com:9000; buckets are addressed by path. AWS in S3_REGION by default.',
  );
  const accessKeyId = read.optional(
    'S3_ACCESS_KEY_ID',
    'Access key of the storage; it may read, write, list and delete objects of the bucket.',
  );
  const secretAccessKey = read.optional('S3_SECRET_ACCESS_KEY', 'Secret of the access key.');
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    const isMeant = name !== undefined || accessKeyId !== secretAccessKey;
    if (isMeant)
      read.refuse('S3_ACCESS_KEY_ID', 'and S3_SECRET_ACCESS_KEY must both be set to use a bucket');
    return undefined;
  }
  const account = {
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    accessKeyId,
    secretAccessKey,
  };
  return { account, bucket: name === undefined ? undefined : { name, prefix } };
}
