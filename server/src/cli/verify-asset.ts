import { readFile, stat } from 'node:fs/promises';
import { readConfig } from '../config.ts';
import { type AssetCheck, useFonts, verifyAsset } from '../domains/assets/index.ts';
import { ENVIRONMENTS } from '../platform/scope.ts';
import { type Command, CommandFailed, type Given, type Result, requiredOneOf } from './command.ts';
import { organizationGiven, SCOPE_OPTIONS } from './organization-given.ts';
import { withService } from './with-service.ts';

const MOST_BYTES = 100_000_000;

export const verifyAssetCommands: Readonly<Record<string, Command>> = {
  'verify-asset': {
    summary:
      'Checks a label, tag or report: whether the organization has an asset with these bytes, whether it is still rendered equally, and whether its calculation is stored.',
    positionals: ['file'],
    options: SCOPE_OPTIONS,
    run: verify,
  },
};

async function verify(given: Given): Promise<Result> {
  const path = given.positionals[0] ?? '';
  const environment = requiredOneOf(given, 'environment', ENVIRONMENTS);
  const file = await read(path);
  useFonts(readConfig().fonts);
  return withService(async ({ db }) => {
    const { id } = await organizationGiven(db, given);
    const check = await verifyAsset({ db, scope: { organizationId: id, environment } }, file);
    return { text: shown(check), data: check, isFailure: !check.isValid };
  });
}

async function read(path: string): Promise<Buffer> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true || found.size > MOST_BYTES) {
    const message = `${path} is no file of at most ${MOST_BYTES / 1_000_000} MB.`;
    throw new CommandFailed(message, { path });
  }
  return readFile(path);
}

function shown({ origin, sha256, assetId, ...check }: AssetCheck): string {
  const facts = ['kind', 'size', 'locale', 'calculationId', 'snapshotHash'].flatMap((name) =>
    origin?.[name] === undefined ? [] : [`${name}: ${origin[name]}`],
  );
  const { isValid, isRenderedEqually, isCalculationStored } = check;
  return [
    isValid ? 'The file is unchanged.' : 'The file could not be confirmed.',
    ...(origin === undefined ? ['The file holds no origin of an asset.'] : facts),
    `SHA-256: ${sha256}`,
    assetId === null
      ? 'The organization has no asset with these bytes: the file was changed, or made elsewhere.'
      : `Asset: ${assetId}`,
    ...(isRenderedEqually === false ? ['This version of the service renders it otherwise.'] : []),
    ...(isCalculationStored === false ? ['Its calculation is not stored any more.'] : []),
  ].join('\n');
}
