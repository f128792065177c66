import {
  type Db,
  forTenant,
  inTransaction,
  isOutage,
  type TenantDb,
} from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import type { PublicUrls } from '../../rules/public-urls.ts';
import { filterOfCriteria } from './criteria.ts';
import type { FootprintFilter, FootprintOwner } from './model.ts';
import { type Peer, type PeerClient, PeerFailure } from './peer.ts';
import type { ProductFootprint } from './product-footprint.ts';
import {
  chosenDocument,
  type Document,
  productIdsIn,
  receiveDocument,
  succeedDocument,
} from './received.ts';
import {
  claimDue,
  type DueRequest,
  endAttempt,
  renewLease,
  suppliedComponents,
} from './request-store.ts';
import { pageOfFootprints } from './service.ts';

/** Requests under way at the same time in one process. */
const ROOM = 20;

/** Of one organization in all processes: slow partners hold their places for minutes. */
const MOST_OF_ORGANIZATION = ROOM / 2;
/** Longer than the requests of one attempt; an update renews it before each footprint. */
const LEASE_SECONDS = 300;
/** An update of a slow partner ends then: it holds one of the places that all tenants share. */
const MOST_UPDATE_MS = 30 * 60_000;
const FIRST_RETRY_SECONDS = 30;
const LONGEST_RETRY_SECONDS = 6 * 3_600;
/** PACT: the sender gives up after 72 hours. */
const GIVE_UP_MS = 72 * 3_600_000;
/** A partner that accepted a request is asked for its list every six hours, should its event get lost. */
const LOOK_AGAIN_SECONDS = 6 * 3_600;
const MOST_WAITING_MS = 14 * 24 * 3_600_000;
/** Footprints of one event. */
export const MOST_IN_EVENT = 100;
/** Pages of the list that are read for one event. */
const MOST_PAGES = 50;

type ExchangeTools = {
  readonly db: Db;
  readonly peers: PeerClient;
  readonly box: SecretBox;
  readonly urls: PublicUrls;
  readonly log: Logger;
};

/** Work of a worker that exchanges footprints with the partners of all tenants. */
export function footprintExchange(tools: ExchangeTools): (stopping: AbortSignal) => Promise<void> {
  const running = new Set<Promise<void>>();
  return async (stopping) => {
    if (stopping.aborted) return;
    const claim = { ofOrganization: MOST_OF_ORGANIZATION, leaseSeconds: LEASE_SECONDS };
    for (const due of await claimDue(tools.db, { ...claim, limit: ROOM - running.size })) {
      const one = forTenant(due.organizationId, () => attempt(tools, due))
        .catch((error) => tools.log.error({ err: error, requestId: due.id }, 'footprint request'))
        .finally(() => running.delete(one));
      running.add(one);
    }
  };
}

async function attempt(tools: ExchangeTools, due: DueRequest): Promise<void> {
  const { organizationId, environment } = due;
  const scope: Scope = { organizationId, environment };
  const tenant = { db: tools.db, scope };
  try {
    await WORK[due.kind](tools, due, scope);
  } catch (error) {
    // The lease ends by itself.
    if (isOutage(error)) return;
    if (error instanceof PeerFailure) return failed(tenant, due, error);
    const isOfOwner = error instanceof ApiError;
    if (!isOfOwner) tools.log.error({ err: error, requestId: due.id }, 'footprint request');
    const message = isOfOwner ? error.message : 'An internal error occurred.';
    await endAttempt(tenant, due.id, { state: 'FAILED', error: message });
  }
}

const WORK: Readonly<
  Record<DueRequest['kind'], (tools: ExchangeTools, due: DueRequest, scope: Scope) => Promise<void>>
> = { REQUEST: ask, ANSWER: answer, UPDATE: takeUpdate, ANNOUNCEMENT: announce, CHECK: check };

/** Exponential backoff; a refusal of the partner, the end of the time and a check are final. */
async function failed(tenant: TenantDb, due: DueRequest, failure: PeerFailure): Promise<void> {
  const { attemptCount, ageMs, state, id } = due;
  const isWaiting = state === 'WAITING';
  const isOver = ageMs > (isWaiting ? MOST_WAITING_MS : GIVE_UP_MS);
  const error = failure.message;
  if (isOver || due.kind === 'CHECK' || (failure.isFinal && !isWaiting)) {
    const state = failure.isFinal && due.kind === 'REQUEST' ? 'REJECTED' : 'FAILED';
    return endAttempt(tenant, id, { state, error });
  }
  const delay = FIRST_RETRY_SECONDS * 2 ** Math.min(attemptCount - 1, 20);
  const againInSeconds = isWaiting ? LOOK_AGAIN_SECONDS : Math.min(delay, LONGEST_RETRY_SECONDS);
  await endAttempt(tenant, id, { state, error, againInSeconds });
}

/** Looks for the footprint in the partner's list; if it is not there, asks for it by RequestCreated. */
async function ask(tools: ExchangeTools, due: DueRequest, scope: Scope): Promise<void> {
  const { db, peers } = tools;
  const tenant = { db, scope };
  const peer = peerOf(tools, due);
  const filter = filterOfCriteria(due.criteria);
  const { productIds = [], geographies = [] } = filter;
  const query = new URLSearchParams([
    ...productIds.map((id) => ['productId', id]),
    ...geographies.map((geography) => ['geography', geography]),
    ['status', 'Active'],
  ]);
  const documents = await peers.list(peer, query);
  const document = chosenDocument(documents, productIds, new Date());
  if (document !== undefined) return receive(tenant, due, document);
  if (due.state === 'QUEUED')
    await peers.post(peer, eventOf(tools, scope, 'RequestCreatedEvent', due.criteria, due.eventId));
  else if (due.ageMs > MOST_WAITING_MS)
    return endAttempt(tenant, due.id, { state: 'FAILED', error: 'The partner did not answer.' });
  const againInSeconds = LOOK_AGAIN_SECONDS;
  await endAttempt(tenant, due.id, { state: 'WAITING', againInSeconds });
}

/** Answers a request of the partner by RequestFulfilled or RequestRejected. */
async function answer(tools: ExchangeTools, due: DueRequest, scope: Scope): Promise<void> {
  const tenant = { db: tools.db, scope };
  const owner = ownerOf(tools, due);
  const filter = { statuses: ['Active'], ...filterOfCriteria(due.criteria) };
  const footprints = await fittingFootprints(tenant, owner, filter);
  const isFound = footprints.length > 0;
  const requestEventId = due.eventId;
  const data = isFound
    ? { requestEventId, pfs: footprints }
    : {
        requestEventId,
        error: { code: 'NotFound', message: 'No footprint fits the criteria of the request.' },
      };
  const type = isFound ? 'RequestFulfilledEvent' : 'RequestRejectedEvent';
  await tools.peers.post(peerOf(tools, due), eventOf(tools, scope, type, data, due.id));
  await endAttempt(tenant, due.id, { state: isFound ? 'COMPLETED' : 'REJECTED' });
}

/** The first footprints that fit, over pages of the list: those that cannot be stated, and large ones, make a page shorter. */
async function fittingFootprints(
  tenant: TenantDb,
  owner: FootprintOwner,
  filter: FootprintFilter,
): Promise<readonly ProductFootprint[]> {
  const found: ProductFootprint[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES && found.length < MOST_IN_EVENT; page++) {
    const place = { after, limit: MOST_IN_EVENT };
    const { footprints, next } = await pageOfFootprints(tenant, owner, filter, place);
    found.push(...footprints);
    if (next === undefined) break;
    after = next;
  }
  return found.slice(0, MOST_IN_EVENT);
}

/**
 * Fetches footprints that the partner published, and gives them to the components that have an earlier one. One that cannot be
 * had or taken keeps no other out.
 */
async function takeUpdate(tools: ExchangeTools, due: DueRequest, scope: Scope): Promise<void> {
  const tenant = { db: tools.db, scope };
  const ids = Array.isArray(due.criteria['pfIds']) ? due.criteria['pfIds'].map(String) : [];
  const supplied = await suppliedComponents(tenant, due.partnerId);
  const peer = peerOf(tools, due);
  const problems: string[] = [];
  const endMs = performance.now() + MOST_UPDATE_MS;
  const wanted = ids.slice(0, MOST_IN_EVENT);
  for (const [at, id] of wanted.entries()) {
    if (performance.now() > endMs) {
      problems.push(`${wanted.length - at} footprints were not fetched: the partner is too slow.`);
      break;
    }
    if (!(await renewLease(tenant, due, LEASE_SECONDS))) return;
    try {
      const document = await tools.peers.footprint(peer, id);
      for (const earlier of supplied.filter((request) => isSuccessor(document, request.document)))
        await inTransaction(tenant, (work) =>
          succeedDocument(work, earlier, due.partner.name, document),
        );
    } catch (error) {
      if (!isFinal(error)) throw error;
      problems.push(`${id}: ${error.message}`);
    }
  }
  const state = problems.length === 0 ? 'COMPLETED' : 'FAILED';
  await endAttempt(tenant, due.id, { state, error: problems.join(' ').slice(0, 1_000) || null });
}

/** True for what a retry does not mend. */
function isFinal(error: unknown): error is PeerFailure | ApiError {
  return error instanceof PeerFailure ? error.isFinal : error instanceof ApiError;
}

/** True if a document replaces another of the same product. */
function isSuccessor(document: Document, earlier: Document | null): boolean {
  if (earlier === null || document['id'] === earlier['id']) return false;
  const shared = new Set(productIdsIn(earlier));
  const isSame = productIdsIn(document).some((id) => shared.has(id));
  const isLater = Date.parse(String(document['created'])) >= Date.parse(String(earlier['created']));
  const ofSame = chosenDocument([document], productIdsIn(document), new Date()) !== undefined;
  return isSame && isLater && ofSame;
}

async function announce(tools: ExchangeTools, due: DueRequest, scope: Scope): Promise<void> {
  const event = eventOf(tools, scope, 'PublishedEvent', due.criteria, due.eventId);
  await tools.peers.post(peerOf(tools, due), event);
  await endAttempt({ db: tools.db, scope }, due.id, { state: 'COMPLETED' });
}

async function check(tools: ExchangeTools, due: DueRequest, scope: Scope): Promise<void> {
  await tools.peers.check(peerOf(tools, due));
  await endAttempt({ db: tools.db, scope }, due.id, { state: 'COMPLETED' });
}

function receive(tenant: TenantDb, due: DueRequest, document: Document): Promise<void> {
  return inTransaction(tenant, (work) => receiveDocument(work, due, due.partner.name, document));
}

function peerOf({ box }: ExchangeTools, { partner }: DueRequest): Peer {
  const { url, clientId, clientSecret } = partner;
  return { url, clientId, clientSecret: box.open(clientSecret) };
}

export function ownerOf(
  { urls }: Pick<ExchangeTools, 'urls'>,
  { organizationId, organizationName: name }: { organizationId: string; organizationName: string },
): FootprintOwner {
  return { organizationId, name, host: new URL(urls.ofService).hostname };
}

type EventType =
  | 'RequestCreatedEvent'
  | 'RequestFulfilledEvent'
  | 'RequestRejectedEvent'
  | 'PublishedEvent';

/** A CloudEvent of PACT 3.0. A retry repeats its id, so that the partner can tell. */
function eventOf(
  { urls }: ExchangeTools,
  { environment }: Scope,
  type: EventType,
  data: Readonly<Record<string, unknown>>,
  id: string,
) {
  const root = `${urls.ofService}${environment === 'SANDBOX' ? '/sandbox' : ''}`;
  return {
    type: `org.wbcsd.pact.ProductFootprint.${type}.3`,
    specversion: '1.0',
    id,
    source: `${root}/3/events`,
    time: new Date().toISOString(),
    data,
  };
}
