import { findOrganizationByName } from '../domains/accounts/index.ts';
import { restorePackage, writePackage } from '../domains/backups/index.ts';
import { ENVIRONMENTS } from '../platform/scope.ts';
import {
  type Command,
  type Given,
  type Result,
  requiredOneOf,
  requiredText,
  SCOPE_OPTIONS,
  UsageError,
} from './command.ts';
import { type Operator, withService } from './with-service.ts';

export const passportCommands: Readonly<Record<string, Command>> = {
  'passports backup': {
    summary:
      'Writes a back-up package (ZIP) of all published passports of an organization. It can be verified, read and restored without this service.',
    positionals: ['file'],
    options: SCOPE_OPTIONS,
    run: (given) => withService((operator) => backup(operator, given)),
  },
  'passports restore': {
    summary: 'Restores the passports of a back-up package. What is there already stays as it is.',
    positionals: ['file'],
    options: {},
    run: (given) => withService((operator) => restore(operator, given)),
  },
};

async function backup({ db, trust }: Operator, given: Given): Promise<Result> {
  const environment = requiredOneOf(given, 'environment', ENVIRONMENTS);
  const organization = await findOrganizationByName(db, requiredText(given, 'organization'));
  const { id: organizationId, name, tier } = organization;
  const file = fileOf(given);
  const owner = { organizationId, environment, name, tier };
  const counts = await writePackage({ db, trust }, owner, file);
  const { passportCount, versionCount } = counts;
  const text = `${file}: ${passportCount} passports with ${versionCount} versions.`;
  return { text, data: { file, ...counts } };
}

async function restore({ db }: Operator, given: Given): Promise<Result> {
  const { manifest, rows } = await restorePackage(db, fileOf(given));
  const { organization, environment, url } = manifest;
  const text = `Passports of ${organization.name} (${environment}, first at ${url}): ${rows['dpps'] ?? 0} new ones, ${rows['dpp_versions'] ?? 0} new versions.`;
  return { text, data: { organization, environment, url, rows } };
}

function fileOf({ positionals: [file = ''] }: Given): string {
  if (file === '') throw new UsageError('Name the file of the package.');
  return file;
}
