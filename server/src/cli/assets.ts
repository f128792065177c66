import { readConfig } from '../config.ts';
import { moveFiles, openFilePlaces } from '../platform/files/index.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type Command, type Given, type Result, requiredOneOf } from './command.ts';

export const assetCommands: Readonly<Record<string, Command>> = {
  'assets move': {
    summary:
      'Moves the files of assets, imports and exports between TRACKWAY_DATA and the bucket of S3_BUCKET, while no process of the service runs. Each file is deleted only when the other place gives the same bytes; run it again after an interruption.',
    positionals: [],
    options: {
      to: { type: 'string', meaning: 'bucket or folder.', isRequired: true },
    },
    run: move,
  },
};

async function move(given: Given): Promise<Result> {
  const isToBucket = requiredOneOf(given, 'to', ['BUCKET', 'FOLDER']) === 'BUCKET';
  const { dataFolder, s3 } = readConfig();
  if (s3?.bucket === undefined)
    throw new OperatorError('S3_BUCKET is not set: it names the bucket of the move.');
  const folder = openFilePlaces({ dataFolder, s3: undefined });
  const bucket = openFilePlaces({ dataFolder, s3 });
  const [from, to] = isToBucket ? [folder, bucket] : [bucket, folder];
  try {
    const assets = await moveFiles(from.assets, to.assets);
    const files = await moveFiles(from.files, to.files);
    const kept = [...assets.kept, ...files.kept];
    const moved = assets.files + files.files;
    const bytes = assets.bytes + files.bytes;
    const text = [
      `${moved} files moved, ${bytes} bytes.`,
      ...kept.map((name) => `${name} stays: there is another file of its name, or it was written.`),
    ].join('\n');
    return { text, data: { moved, bytes, kept }, isFailure: kept.length > 0 };
  } finally {
    await bucket.close();
  }
}
