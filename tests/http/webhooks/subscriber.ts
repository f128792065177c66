import { untilFound } from '../../../server/src/platform/testing.ts';
import {
  at,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
  textAt,
} from '../client.ts';
import { type World, world } from '../world.ts';

/** An organization with webhooks, and its deliveries. */

export const ENDPOINT =
  'webhookEndpoint { id url secret state isEnabled disabledReason version headerNames apiVersion }';

export async function enterprise(): Promise<World> {
  return world({ tier: 'ENTERPRISE', environment: 'SANDBOX' });
}

export async function register(
  { send }: World,
  url: string,
  more: JsonObject = {},
): Promise<{ readonly id: string; readonly secret: string }> {
  const text = mutationText('createWebhookEndpoint', ENDPOINT);
  const answer = await send(text, { input: { url, ...more } });
  const path = ['createWebhookEndpoint', 'webhookEndpoint'] as const;
  return { id: textAt(answer, ...path, 'id'), secret: textAt(answer, ...path, 'secret') };
}

export async function createCustomer({ send }: World, name = 'Ada'): Promise<string> {
  return sendForId({ send }, 'createCustomer', 'customer', { name });
}

const DELIVERIES = `query ($filter: WebhookDeliveryFilter) { webhookDeliveries(filter: $filter) { totalCount edges { node {
  id state attemptCount nextAttemptAt eventId eventType endpoint { id }
  attempts { number status responseBody failure message totalMs requestHeaders requestBody } } } } }`;

export async function deliveriesWhen(
  { send }: World,
  filter: JsonObject,
  isSo: (nodes: readonly (Json | undefined)[]) => boolean,
): Promise<readonly (Json | undefined)[]> {
  return untilFound(async () => {
    const edges = at(dataOf(await send(DELIVERIES, { filter })), 'webhookDeliveries', 'edges');
    const nodes = Array.isArray(edges) ? edges.map((edge) => at(edge, 'node')) : [];
    return isSo(nodes) ? nodes : undefined;
  });
}
