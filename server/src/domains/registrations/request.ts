import { decodeId } from '../../platform/ids.ts';
import { badInput, notFound, type Problem } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { digitalLinkPath, parseDigitalLink } from '../../rules/gs1/digital-link.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { wrongState } from '../../rules/mutations/preconditions.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import type { PublicUrls } from '../../rules/public-urls.ts';
import {
  backupProvidersIn,
  compressedPassport,
  DPP_TRANSITIONS,
  type DppContent,
  type DppView,
  findPublicPassport,
} from '../passports/index.ts';
import { registrationRequest } from './audit.ts';
import type { RegistrationError, RegistrationState } from './model.ts';
import { findRegistrations, queueRegistration } from './store.ts';

/** A registration that a client asked for. */
export type RequestedRegistration = {
  readonly state: RegistrationState;
  readonly registrationId: string | null;
  /** Reasons of the last rejection, if the version was submitted before. */
  readonly errors: readonly RegistrationError[];
};

const REQUIRED = [
  'uniqueProductIdentifier',
  'digitalProductPassportId',
  'uniqueEconomicOperatorIdentifier',
  'dppApiEndpoint',
] as const;
const OPTIONAL = 'backupUniqueEconomicOperatorIdentifier';

/**
 * RegisterProductDPP of EN 18222: queues the current version of a published passport at once, also one that the registry
 * refused. Publication queues it too; the entry says nothing that the passport does not say.
 */
export async function requestRegistration(
  work: AuditedTx,
  entry: DppContent,
  urls: PublicUrls,
): Promise<RequestedRegistration> {
  const texts = textsIn(entry);
  const view = await passportOf(work, texts.digitalProductPassportId);
  const problems = differences(view, texts, urls);
  if (problems.length > 0) throw badInput(problems);
  if (view.status !== 'PUBLISHED' && view.status !== 'SUSPENDED')
    throw wrongState(
      `The passport is ${view.status}: only a living one is registered.`,
      view.status,
      DPP_TRANSITIONS,
    );
  const known = await registrationOf(work, view);
  const { id: dppId, number, integrity } = view;
  if (await queueRegistration(work, { dppId, number, hash: integrity.hash }))
    await recordAudit(work, registrationRequest.of(dppId, { version: number }));
  const { state, registrationId } = (await registrationOf(work, view)) ?? {};
  return {
    state: state ?? 'PENDING',
    registrationId: registrationId ?? null,
    errors: known?.errors ?? [],
  };
}

type Entry = Record<(typeof REQUIRED)[number], string> & {
  readonly [OPTIONAL]: string | undefined;
};

function textsIn(entry: DppContent): Entry {
  const names: readonly string[] = [...REQUIRED, OPTIONAL];
  const problems = [
    ...Object.keys(entry)
      .filter((name) => !names.includes(name))
      .map((name) => problem([name], 'UNKNOWN_FIELD', 'An entry has no such field.')),
    ...names
      .filter((name) => typeof entry[name] !== 'string' && (name !== OPTIONAL || name in entry))
      .map((name) => problem([name], 'REQUIRED', 'A text is expected.')),
  ];
  if (problems.length > 0) throw badInput(problems);
  const text = (name: string) => String(entry[name]);
  return {
    uniqueProductIdentifier: text('uniqueProductIdentifier'),
    digitalProductPassportId: text('digitalProductPassportId'),
    uniqueEconomicOperatorIdentifier: text('uniqueEconomicOperatorIdentifier'),
    dppApiEndpoint: text('dppApiEndpoint'),
    [OPTIONAL]: OPTIONAL in entry ? text(OPTIONAL) : undefined,
  };
}

async function passportOf({ db, scope }: AuditedTx, address: string): Promise<DppView> {
  const id = decodeId('dpp', address.slice(address.lastIndexOf('/') + 1));
  const view = id === undefined ? null : await findPublicPassport(db, id, { audience: 'OWNER' });
  const isOurs =
    view?.scope.organizationId === scope.organizationId &&
    view.scope.environment === scope.environment;
  if (view === null || !isOurs) throw notFound('The published passport');
  return view;
}

/** Everything that an entry says otherwise than the passport. */
function differences(view: DppView, entry: Entry, urls: PublicUrls): Problem[] {
  const { digitalProductPassportId, uniqueProductIdentifier, economicOperatorId } =
    compressedPassport(view, urls);
  const { economicOperator = null } = view.content;
  const operatorIds = [economicOperatorId, idOf(economicOperator)];
  const backupIds = backupProvidersIn(view.content).map(idOf);
  const backup = entry[OPTIONAL];
  const origin = URL.parse(String(digitalProductPassportId))?.origin;
  const product = entry.uniqueProductIdentifier;
  return [
    product === uniqueProductIdentifier || linkOf(product) === linkOf(uniqueProductIdentifier)
      ? undefined
      : differs('uniqueProductIdentifier', String(uniqueProductIdentifier)),
    operatorIds.includes(entry.uniqueEconomicOperatorIdentifier)
      ? undefined
      : differs('uniqueEconomicOperatorIdentifier', String(economicOperatorId)),
    URL.parse(entry.dppApiEndpoint)?.origin === origin
      ? undefined
      : differs('dppApiEndpoint', `${origin}/v1`),
    backup === undefined || backupIds.includes(backup)
      ? undefined
      : differs(OPTIONAL, backupIds.join(', ') || 'no party with the role BACKUP_PROVIDER'),
  ].filter((each) => each !== undefined);
}

function idOf(party: unknown): unknown {
  return typeof party === 'object' && party !== null && 'id' in party ? party.id : undefined;
}

/** The path of a GS1 Digital Link, which names the product on any host; undefined for other texts. */
function linkOf(uri: unknown): string | undefined {
  const { link } = parseDigitalLink(String(uri));
  return link === undefined ? undefined : digitalLinkPath(link);
}

function differs(name: string, own: string): Problem {
  return problem([name], 'INVALID_VALUE', `The passport has ${own}.`);
}

async function registrationOf(work: AuditedTx, { id, number }: DppView) {
  const found = await findRegistrations(work, [id]);
  return found.find((each) => each.number === number);
}
