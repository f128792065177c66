import { restorePackage, writePackage } from '../domains/backups/index.ts';
import { adapterOf, registerPassports } from '../domains/registrations/index.ts';
import { counted } from '../platform/counted.ts';
import { ENVIRONMENTS } from '../platform/scope.ts';
import {
  type Command,
  type Given,
  type Result,
  requiredOneOf,
  requiredText,
  UsageError,
} from './command.ts';
import { organizationGiven, SCOPE_OPTIONS } from './organization-given.ts';
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
  'passports register': {
    summary:
      'Submits published passports to a registry (Reg. (EU) 2026/1778), and asks for pending outcomes, at once. A service with TRACKWAY_PASSPORT_REGISTRY does it by itself.',
    positionals: ['registry'],
    options: {
      ...SCOPE_OPTIONS,
      'backup-url': {
        type: 'string',
        meaning: 'Address of the provider that keeps the back-up of the passports.',
        isRequired: true,
      },
    },
    run: (given) => withService((operator) => register(operator, given)),
  },
};

async function backup({ db, trust }: Operator, given: Given): Promise<Result> {
  const environment = requiredOneOf(given, 'environment', ENVIRONMENTS);
  const organization = await organizationGiven(db, given);
  const { id: organizationId, name, tier } = organization;
  const file = fileOf(given);
  const owner = { organizationId, environment, name, tier };
  const counts = await writePackage({ db, trust }, owner, file);
  const { passportCount, versionCount } = counts;
  const text = `${file}: ${counted(passportCount, 'passport')} with ${counted(versionCount, 'version')}.`;
  return { text, data: { file, ...counts } };
}

async function restore({ db }: Operator, given: Given): Promise<Result> {
  const { manifest, rows, diverged } = await restorePackage(db, fileOf(given));
  const { organization, environment, url } = manifest;
  const text = [
    `Passports of ${organization.name} (${environment}, first at ${url}): ${rows['dpps'] ?? 0} new or later ones, ${rows['dpp_versions'] ?? 0} new versions.`,
    ...diverged.map(
      (id) => `${id} has other versions here than in the package, and stays as it is.`,
    ),
  ].join('\n');
  const data = { organization, environment, url, rows, diverged };
  return { text, data, isFailure: diverged.length > 0 };
}

async function register({ db, trust }: Operator, given: Given): Promise<Result> {
  const [place = ''] = given.positionals;
  if (place === '') throw new UsageError('Name the address of a registry, or a folder.');
  const environment = requiredOneOf(given, 'environment', ENVIRONMENTS);
  const { id } = await organizationGiven(db, given);
  const backupUrl = requiredText(given, 'backup-url');
  if (!URL.canParse(backupUrl)) throw new UsageError('--backup-url is not a URL.');
  const means = { db, urls: trust.urls, adapter: adapterOf(place), backupUrl };
  const result = await registerPassports(means, { organizationId: id, environment });
  const states = Object.entries(result.states).map(([state, count]) => `${state} ${count}`);
  const text = [states.join(', ') || 'No passport is published.', ...result.failures].join('\n');
  return { text, data: result, isFailure: result.failures.length > 0 };
}

function fileOf({ positionals: [file = ''] }: Given): string {
  if (file === '') throw new UsageError('Name the file of the package.');
  return file;
}
