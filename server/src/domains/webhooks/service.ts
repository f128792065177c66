import { isDeepStrictEqual } from 'node:util';
import { lockUntilCommit, type TenantTx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { ApiError, badInput, orNotFound, type Problem } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { exampleOf } from '../../rules/events/event-payload.ts';
import {
  EVENT_API_VERSION,
  eventTypes,
  recordEvents,
  unknownEventType,
} from '../../rules/events/events.ts';
import { notNullableProblems } from '../../rules/inputs/patch.ts';
import {
  graceProblems,
  lengthProblems,
  type Path,
  problem,
  rangeProblems,
  sizeProblems,
} from '../../rules/inputs/problems.ts';
import { requireCurrent } from '../../rules/mutations/preconditions.ts';
import type { AuditedTx, Work } from '../../rules/mutations/work.ts';
import { hostOf, urlRefusal } from './address-rules.ts';
import { endpointChange, endpointCreation, endpointDeletion, secretRotation } from './audit.ts';
import { insertDelivery, restartDelivery, webhookDeliveries } from './delivery-store.ts';
import {
  type EndpointDraft,
  insertEndpoint,
  replaceSecret,
  updateEndpointRow,
  webhookEndpoints,
} from './endpoint-store.ts';
import { webhookEndpointDisabled } from './events.ts';
import { AddressRefused, resolvePublic } from './guarded-lookup.ts';
import { MAX_ENDPOINTS, type WebhookDelivery, type WebhookEndpoint } from './model.ts';
import type { Resolve } from './resolve.ts';
import { newWebhookSecret } from './signature.ts';

export const DEFAULT_GRACE_SECONDS = 86_400;
export const DEFAULT_MAX_PER_SECOND = 100;
const MAX_HEADERS = 20;

/** The means of the service for webhooks. */
export type WebhookTools = {
  readonly box: SecretBox;
  readonly resolve: Resolve;
  readonly allowedHosts: ReadonlySet<string>;
  readonly ownHosts: () => ReadonlySet<string>;
};

export type Header = { readonly name: string; readonly value: string };

type WantedEndpoint = {
  readonly url?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly eventTypes?: readonly string[] | null | undefined;
  readonly headers?: readonly Header[] | null | undefined;
  readonly maxPerSecond?: number | null | undefined;
};

type WantedChange = WantedEndpoint & {
  readonly expectedVersion?: number | null | undefined;
  readonly isEnabled?: boolean | null | undefined;
};

export async function createEndpoint(
  work: AuditedTx,
  tools: WebhookTools,
  wanted: WantedEndpoint,
  given: readonly Problem[],
): Promise<WebhookEndpoint> {
  const draft = draftOf(tools.box, wanted, undefined, given);
  // Concurrent requests would otherwise all count the same endpoints.
  await lockUntilCommit(
    work.db,
    `webhook endpoints ${work.scope.organizationId} ${work.scope.environment}`,
  );
  if ((await webhookEndpoints.total(work)) >= MAX_ENDPOINTS) {
    const message = `An environment has at most ${MAX_ENDPOINTS} webhook endpoints; delete one first.`;
    throw new ApiError('CONFLICT', message);
  }
  const secret = tools.box.seal(newWebhookSecret());
  const id = newUuid();
  await recordAudit(work, endpointCreation.of(id, { host: hostOf(new URL(draft.url)) }));
  return insertEndpoint(work, { id, secret, apiVersion: EVENT_API_VERSION }, draft);
}

/** Changes an endpoint. If nothing changes, no version is written. */
export async function updateEndpoint(
  work: AuditedTx,
  tools: WebhookTools,
  id: string,
  wanted: WantedChange,
  given: readonly Problem[],
): Promise<WebhookEndpoint> {
  const current = await currentEndpoint(work, id, wanted.expectedVersion);
  const nulls = notNullableProblems(wanted, ['url', 'maxPerSecond', 'isEnabled']);
  const draft = draftOf(tools.box, wanted, current, [...given, ...nulls]);
  const isEnabled = wanted.isEnabled ?? current.isEnabled;
  const state =
    isEnabled === current.isEnabled
      ? undefined
      : { isEnabled, disabledReason: isEnabled ? null : ('MANUAL' as const) };
  if (state === undefined && isDeepStrictEqual({ ...current, ...draft }, current)) return current;
  await recordAudit(work, endpointChange.of(id, { host: hostOf(new URL(draft.url)) }));
  return updateEndpointRow(work, id, draft, state);
}

export async function deleteEndpoint(
  work: AuditedTx,
  id: string,
  expectedVersion: number | null | undefined,
): Promise<WebhookEndpoint> {
  const endpoint = await currentEndpoint(work, id, expectedVersion);
  await webhookEndpoints.delete(work, id);
  await recordAudit(work, endpointDeletion.of(id, { host: hostOf(new URL(endpoint.url)) }));
  return endpoint;
}

/** A new secret; deliveries are signed with both until the grace period ends. */
export async function rotateSecret(
  work: AuditedTx,
  tools: WebhookTools,
  id: string,
  gracePeriodSeconds: number,
): Promise<WebhookEndpoint> {
  const { url } = await currentEndpoint(work, id, undefined);
  const problems = graceProblems(gracePeriodSeconds, ['gracePeriodSeconds']);
  if (problems.length > 0) throw badInput(problems);
  await recordAudit(work, secretRotation.of(id, { host: hostOf(new URL(url)) }));
  const until = new Date(Date.now() + gracePeriodSeconds * 1_000);
  return replaceSecret(work, id, tools.box.seal(newWebhookSecret()), until);
}

/** Sends an example of a type to one endpoint, signed as every delivery. It is no event of the log. */
export async function sendTest(
  work: Work,
  id: string,
  eventType: string,
): Promise<WebhookDelivery> {
  await enabledEndpoint(work, id);
  const declared = eventTypes().get(eventType);
  if (declared === undefined) throw badInput(typeProblems(eventType, ['eventType']));
  const example = exampleOf(declared.payload);
  const testData = { ...Object(example) };
  return insertDelivery(work, { endpointId: id, eventId: newUuid(), eventType, testData });
}

/** Sends a delivery once more, or makes its next attempt due now. */
export async function redeliverOne(work: Work, deliveryId: string): Promise<WebhookDelivery> {
  const [found] = await webhookDeliveries.find(work, [deliveryId]);
  const delivery = orNotFound('The webhook delivery', found);
  await enabledEndpoint(work, delivery.endpointId);
  return orNotFound('The webhook delivery', await restartDelivery(work, delivery));
}

/** Disables an endpoint whose receiver is gone, with an event that tells so. */
export async function disableEndpoint(
  work: TenantTx,
  id: string,
  reason: 'GONE' | 'FAILING',
): Promise<void> {
  const current = await webhookEndpoints.lock(work, { by: 'id', value: id });
  if (current === undefined || !current.isEnabled) return;
  await updateEndpointRow(work, id, undefined, { isEnabled: false, disabledReason: reason });
  await recordEvents(work, webhookEndpointDisabled.of(id, { reason }));
}

async function currentEndpoint(
  work: TenantTx,
  id: string,
  expectedVersion: number | null | undefined,
): Promise<WebhookEndpoint> {
  const found = await webhookEndpoints.lock(work, { by: 'id', value: id });
  return requireCurrent('The webhook endpoint', found, expectedVersion);
}

/** The endpoint, locked; a disabled one is refused. */
export async function enabledEndpoint(work: TenantTx, id: string): Promise<WebhookEndpoint> {
  const endpoint = await currentEndpoint(work, id, undefined);
  if (endpoint.isEnabled) return endpoint;
  const message = `The endpoint is DISABLED (${endpoint.disabledReason}); enable it first.`;
  throw new ApiError('CONFLICT', message, { state: 'DISABLED', allowed: ['ENABLED'] });
}

/** Problems of the properties of an endpoint, without those of its address. */
export function endpointProblems(wanted: WantedEndpoint): Problem[] {
  const { description, eventTypes: types, headers, maxPerSecond } = wanted;
  return [
    ...lengthProblems(description, ['description'], 1_000),
    ...subscriptionProblems(types ?? [], ['eventTypes']),
    ...headerProblems(headers ?? []),
    ...rangeProblems(maxPerSecond, ['maxPerSecond'], isRate, 'From 1 to 1,000.'),
  ];
}

/** An absent property keeps its value; null clears it. */
function draftOf(
  box: SecretBox,
  wanted: WantedEndpoint,
  current: WebhookEndpoint | undefined,
  given: readonly Problem[],
): EndpointDraft {
  const problems = [...given, ...endpointProblems(wanted)];
  if (problems.length > 0) throw badInput(problems);
  const { url, description, eventTypes: types, headers, maxPerSecond } = wanted;
  const sealed = (given: readonly Header[]) =>
    box.seal(JSON.stringify(Object.fromEntries(given.map(({ name, value }) => [name, value]))));
  return {
    url: url ?? current?.url ?? '',
    description: description === undefined ? (current?.description ?? null) : description,
    // No types and null both mean all, so that a client can write what it read.
    eventTypes:
      types === undefined
        ? (current?.eventTypes ?? null)
        : types === null || types.length === 0
          ? null
          : [...new Set(types)],
    headers: headers === undefined ? (current?.headers ?? null) : headers && sealed(headers),
    headerNames:
      headers === undefined
        ? (current?.headerNames ?? [])
        : (headers ?? []).map(({ name }) => name),
    maxPerSecond: maxPerSecond ?? current?.maxPerSecond ?? DEFAULT_MAX_PER_SECOND,
  };
}

const isRate = (rate: number): boolean => Number.isInteger(rate) && rate >= 1 && rate <= 1_000;

/** Problems of the URL of an endpoint. It resolves the name, so it is called outside of transactions. */
export async function urlProblems(
  { environment }: Scope,
  { resolve, allowedHosts, ownHosts }: WebhookTools,
  url: string | null | undefined,
): Promise<Problem[]> {
  if (url === null || url === undefined) return [];
  const refusal = urlRefusal(url, { environment, allowedHosts, ownHosts: ownHosts() });
  if (refusal !== undefined) return [problem(['url'], 'ADDRESS_REFUSED', refusal)];
  try {
    await resolvePublic(hostOf(new URL(url)), resolve, allowedHosts);
    return [];
  } catch (error) {
    if (error instanceof AddressRefused)
      return [problem(['url'], 'ADDRESS_REFUSED', error.message)];
    // A name that does not resolve yet may do so when the first delivery is due.
    return [];
  }
}

function subscriptionProblems(types: readonly string[], path: Path): Problem[] {
  return problemsOfTypes(types, path).map((found) => ({
    ...found,
    message: `${found.message} An empty list, or none for a new endpoint, means all types.`,
  }));
}

/** Problems of the names of types of events. */
export function problemsOfTypes(types: readonly string[], path: Path): Problem[] {
  return types.flatMap((type, at) => typeProblems(type, [...path, at]));
}

export function typeProblems(type: string, path: Path): Problem[] {
  return eventTypes().has(type) ? [] : [problem(path, 'UNKNOWN', unknownEventType(type))];
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const HEADER_VALUE = /^[\x20-\x7e]{0,4096}$/;
/** Headers that the service or the connection sets. */
const RESERVED_HEADERS =
  /^(webhook-.*|x-service-signature|content-.*|host|connection|transfer-encoding|user-agent|expect|upgrade|keep-alive|te|trailer|proxy-.*|via|forwarded|date)$/i;

function headerProblems(headers: readonly Header[]): Problem[] {
  const names = headers.map(({ name }) => name.toLowerCase());
  return [
    ...sizeProblems(headers, ['headers'], MAX_HEADERS),
    ...headers.flatMap(({ name, value }, at) => {
      if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value))
        return [
          problem(['headers', at], 'INVALID_FORMAT', 'This is not a header of visible ASCII.'),
        ];
      if (RESERVED_HEADERS.test(name))
        return [problem(['headers', at, 'name'], 'RESERVED', `The service sets "${name}" itself.`)];
      if (names.indexOf(name.toLowerCase()) !== at)
        return [problem(['headers', at, 'name'], 'DUPLICATE', `"${name}" is given twice.`)];
      return [];
    }),
  ];
}
