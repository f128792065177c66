import type { TenantDb } from '../../platform/database/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { isUuid, newUuid } from '../../platform/ids.ts';
import { isObject, type JsonObject } from '../../platform/json/index.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { CriteriaProblem, filterOfCriteria } from './criteria.ts';
import { MOST_IN_EVENT } from './exchange.ts';
import { findPartnerOfKey, type Partner } from './partner-store.ts';
import { chosenDocument, receiveDocument } from './received.ts';
import {
  countOpenRequests,
  endAttempt,
  lockRequestOfEvent,
  queueRequest,
} from './request-store.ts';
import { unstorableIn } from './unstorable.ts';

/** Requests and updates of one partner that wait to be worked on. */
const MOST_OPEN = 1_000;
const MOST_ID = 255;

type Incoming = { readonly id: string; readonly type: string; readonly data: JsonObject };

/**
 * Takes a CloudEvent of PACT 3.0 from the partner that uses a key. A malformed one is BAD_REQUEST; one that was taken
 * before changes nothing.
 */
export async function takeEvent(tenant: TenantDb, apiKeyId: string, value: unknown): Promise<void> {
  const { id, type, data } = eventIn(value);
  const [, kind] = /^org\.wbcsd\.pact\.ProductFootprint\.(\w+)\.3$/.exec(type) ?? [];
  const take = kind === undefined ? undefined : TAKERS[kind];
  if (take === undefined)
    throw badRequest(`Events of the type ${type.slice(0, 100)} are not taken.`);
  const partner = await findPartnerOfKey(tenant, apiKeyId);
  if (partner === undefined)
    throw badRequest('No partner is registered for this key, so no answer could be sent.');
  await take({ db: tenant.db, scope: tenant.scope, partner, id, data });
}

type Taken = TenantDb & {
  readonly partner: Partner;
  readonly id: string;
  readonly data: JsonObject;
};

const TAKERS: Readonly<Record<string, (taken: Taken) => Promise<void>>> = {
  RequestCreatedEvent: (taken) => {
    assertCriteria(taken.data);
    return queue(taken, 'ANSWER', taken.data);
  },
  PublishedEvent: (taken) => {
    const { pfIds } = taken.data;
    const isIds = Array.isArray(pfIds) && pfIds.every(isUuid);
    if (!isIds || pfIds.length === 0 || pfIds.length > MOST_IN_EVENT)
      throw badRequest(`\`data.pfIds\` is a list of 1 to ${MOST_IN_EVENT} UUIDs.`);
    return queue(taken, 'UPDATE', { pfIds });
  },
  RequestFulfilledEvent: takeFulfilled,
  RequestRejectedEvent: takeRejected,
};

async function queue(taken: Taken, kind: 'ANSWER' | 'UPDATE', criteria: JsonObject): Promise<void> {
  const { partner } = taken;
  if ((await countOpenRequests(taken, partner.id)) >= MOST_OPEN)
    throw new ApiError(
      'RATE_LIMITED',
      `${MOST_OPEN} events of this partner wait; try again later.`,
      {
        retryAfterSeconds: 3_600,
      },
    );
  const request = { id: newUuid(), partnerId: partner.id, kind, eventId: taken.id, criteria };
  await inTransaction(taken, (work) =>
    queueRequest(work, { ...request, productId: null, component: null }),
  );
}

async function takeFulfilled(taken: Taken): Promise<void> {
  const { partner, data } = taken;
  const { requestEventId, pfs } = data;
  if (!Array.isArray(pfs) || pfs.length === 0)
    throw badRequest('`data.pfs` is a list of footprints.');
  await inTransaction(taken, async (work) => {
    const request = await lockRequestOfEvent(work, partner.id, String(requestEventId));
    if (request === undefined) throw unknownRequest();
    if (request.finishedAt !== null) return;
    const { productIds = [] } = filterOfCriteria(request.criteria);
    const document = chosenDocument(pfs.filter(isObject), productIds, new Date());
    if (document === undefined)
      throw badRequest(
        'None of the footprints is readable, active, valid and of a product asked for.',
      );
    try {
      await receiveDocument(work, request, partner.name, document);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The event is right, and the partner cannot change that the product does not take its footprint.
      await endAttempt(work, request.id, { state: 'FAILED', error: error.message });
    }
  });
}

async function takeRejected(taken: Taken): Promise<void> {
  const { partner, data } = taken;
  const { requestEventId, error } = data;
  if (!isObject(error)) throw badRequest('`data.error` is an object with `code` and `message`.');
  await inTransaction(taken, async (work) => {
    const request = await lockRequestOfEvent(work, partner.id, String(requestEventId));
    if (request === undefined) throw unknownRequest();
    const message = `${error['code']}: ${error['message']}`.slice(0, 1_000);
    await endAttempt(work, request.id, { state: 'REJECTED', error: message });
  });
}

function eventIn(value: unknown): Incoming {
  if (!isObject(value)) throw badRequest('The body is a CloudEvent in JSON.');
  const unstorable = unstorableIn(value);
  if (unstorable !== undefined) throw badRequest(unstorable);
  const { id, type, specversion, source, time, data } = value;
  if (specversion !== '1.0') throw badRequest('`specversion` is "1.0".');
  if (typeof id !== 'string' || id === '' || id.length > MOST_ID)
    throw badRequest(`\`id\` is a text of at most ${MOST_ID} characters.`);
  if (typeof source !== 'string' || source === '') throw badRequest('`source` is a URI reference.');
  if (typeof time !== 'string' || Number.isNaN(Date.parse(time)))
    throw badRequest('`time` is a time of RFC 3339.');
  if (typeof type !== 'string') throw badRequest('`type` is missing.');
  if (!isObject(data)) throw badRequest('`data` is an object.');
  return { id, type, data };
}

function assertCriteria(criteria: JsonObject): void {
  try {
    filterOfCriteria(criteria);
  } catch (error) {
    if (error instanceof CriteriaProblem) throw badRequest(error.message);
    throw error;
  }
}

function unknownRequest(): ApiError {
  return badRequest('No request to this partner has this `data.requestEventId`.');
}

function badRequest(message: string): ApiError {
  return new ApiError('BAD_REQUEST', message);
}
