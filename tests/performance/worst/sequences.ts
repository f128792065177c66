import type { Tier } from '../../../server/src/rules/access/tiers.ts';
import type { JsonObject } from '../../http/client.ts';
import type { Party } from './large-world.ts';
import { CALCULATED_LINES, largestLines } from './largest-inputs.ts';

/** A mutation of a sequence. */
export type Part = {
  readonly mutation: string;
  /** In place of these fields of its largest input. */
  readonly input?: JsonObject | ((party: Party) => JsonObject);
  /** Time before it in which work in the background goes on. */
  readonly afterMs?: number;
};

/** Long enough for several batches of a job. */
const JOB_MS = 1_000;

/** Items begin with the content of the passport of their model. */
const MODEL: readonly (string | Part)[] = [
  'createProduct',
  { mutation: 'generateDpp', input: { serialNumber: null } },
];
const PARTNER = ['createApiKey', 'createFootprintPartner'];
const CART = ['createShoppingCart'];
const ORDER = ['createOrder'];
const ofFewLines = (mutation: string): Part => ({
  mutation,
  input: (party) => ({ lines: largestLines(party, CALCULATED_LINES) }),
});
/** Without Monte Carlo, with which it ends with TIMEOUT. */
const calculated = (mutation: string): Part => ({ mutation, input: { monteCarlo: null } });
const CONFIRMED = [...ORDER, 'confirmOrder'];
const SHIPPED = [...CONFIRMED, 'shipOrder'];
const DRAFT = ['generateDpp'];
const PUBLISHED = [...DRAFT, 'publishDpp'];
const OFFERED = [...PUBLISHED, 'offerDppTransfer'];
const CONTRIBUTION = [...ORDER, 'recordClimateContribution'];
const cancelled = (mutation: string): Part => ({ mutation, afterMs: JOB_MS });

/**
 * All mutations that are sent to measure one: those that make its object or bring it into the state that the mutation
 * needs, itself, and one that takes back what an organization may have few of or what would go on in the background.
 */
const SEQUENCES: Readonly<Record<string, readonly (string | Part)[]>> = {
  abandonCart: [...CART, 'abandonCart'],
  acceptDppTransfer: [...OFFERED, 'acceptDppTransfer'],
  amendDpp: [...PUBLISHED, 'amendDpp'],
  archiveDpp: [...PUBLISHED, 'archiveDpp'],
  bulkExport: ['bulkExport', cancelled('cancelBulkJob')],
  bulkImport: ['bulkImport', 'cancelBulkJob'],
  calculateCartFootprint: [ofFewLines('createShoppingCart'), calculated('calculateCartFootprint')],
  calculateOrderFootprint: [ofFewLines('createOrder'), calculated('calculateOrderFootprint')],
  cancelAssetBatch: ['generateAssets', 'cancelAssetBatch'],
  cancelBulkJob: ['bulkImport', 'cancelBulkJob'],
  cancelCalculation: ['calculateCatalogue', 'cancelCalculation'],
  cancelDppJob: [...MODEL, 'generateDpps', 'cancelDppJob'],
  cancelOrder: [...ORDER, 'cancelOrder'],
  cancelScenario: ['createScenario', 'runScenario', 'cancelScenario'],
  cancelWebhookRedelivery: ['redeliverWebhook', 'cancelWebhookRedelivery'],
  checkoutCart: [...CART, 'checkoutCart'],
  confirmOrder: CONFIRMED,
  createApiKey: ['createApiKey', 'revokeApiKey'],
  createWebhookEndpoint: ['createWebhookEndpoint', 'deleteWebhookEndpoint'],
  deleteAsset: [...PUBLISHED, 'generateAsset', 'deleteAsset'],
  deleteCustomer: ['createCustomer', 'deleteCustomer'],
  deleteDpp: [...DRAFT, 'deleteDpp'],
  deleteEvents: [{ mutation: 'deleteEvents', input: { createdUntil: '2026-01-01T00:00:00Z' } }],
  deleteFactorSet: ['importFactorSet', 'deleteFactorSet'],
  createFootprintPartner: [...PARTNER, 'deleteFootprintPartner', 'revokeApiKey'],
  deleteFootprintPartner: [...PARTNER, 'deleteFootprintPartner', 'revokeApiKey'],
  deleteProduct: ['createProduct', 'deleteProduct'],
  deleteScenario: ['createScenario', 'deleteScenario'],
  deleteSupplyChain: ['createSupplyChain', 'deleteSupplyChain'],
  deleteWebhookEndpoint: ['createWebhookEndpoint', 'deleteWebhookEndpoint'],
  deliverOrder: [...SHIPPED, 'deliverOrder'],
  endDppLife: [...PUBLISHED, 'endDppLife'],
  generateAsset: [...PUBLISHED, 'generateAsset'],
  generateAssets: ['generateAssets', cancelled('cancelAssetBatch')],
  generateDpps: [...MODEL, 'generateDpps', cancelled('cancelDppJob')],
  grantDppAccess: [...PUBLISHED, 'grantDppAccess'],
  inviteMember: ['inviteMember', 'revokeInvitation'],
  offerDppTransfer: OFFERED,
  publishDpp: PUBLISHED,
  redeliverWebhook: ['redeliverWebhook', { mutation: 'redeliverWebhook', afterMs: JOB_MS }],
  removeCartLine: [...CART, 'removeCartLine'],
  resumeDpp: [...PUBLISHED, 'suspendDpp', 'resumeDpp'],
  retireClimateContribution: [...CONTRIBUTION, 'retireClimateContribution'],
  returnOrder: [...SHIPPED, 'deliverOrder', 'returnOrder'],
  reverseClimateContribution: [...CONTRIBUTION, 'reverseClimateContribution'],
  revokeApiKey: ['createApiKey', 'revokeApiKey'],
  revokeDpp: [...PUBLISHED, 'revokeDpp'],
  revokeDppAccess: [...PUBLISHED, 'grantDppAccess', 'revokeDppAccess'],
  revokeInvitation: ['inviteMember', 'revokeInvitation'],
  rotateApiKey: ['createApiKey', 'rotateApiKey', 'revokeApiKey'],
  runScenario: ['createScenario', 'runScenario', cancelled('cancelScenario')],
  recordTransaction: [...ORDER, 'recordTransaction'],
  settleTransaction: [
    ...ORDER,
    { mutation: 'recordTransaction', input: { state: 'PENDING' } },
    'settleTransaction',
  ],
  shipOrder: SHIPPED,
  suspendDpp: [...PUBLISHED, 'suspendDpp'],
  updateDpp: [...DRAFT, 'updateDpp'],
  updateFootprintPartner: [
    ...[...PARTNER, 'updateFootprintPartner'],
    ...['deleteFootprintPartner', 'revokeApiKey'],
  ],
  withdrawDppTransfer: [...OFFERED, 'withdrawDppTransfer'],
};

/** Tiers of keys that send more than one of the lowest tier may: a FREE organization has five keys, most of them in use. */
export const LEAST_TIERS: Readonly<Record<string, Tier>> = {
  createApiKey: 'GROWTH',
  revokeApiKey: 'GROWTH',
  rotateApiKey: 'GROWTH',
};

/** Mutations of which some requests are refused, and why that cannot be prevented. */
export const REFUSED: Readonly<Record<string, string>> = {
  cancelWebhookRedelivery: 'The job mostly ends before it can be cancelled.',
};

/** Its earlier steps are those of another organization. */
export const TAKES_FROM_ANOTHER = 'acceptDppTransfer';

export function sequenceOf(mutation: string): readonly Part[] {
  const parts = SEQUENCES[mutation] ?? [mutation];
  return parts.map((part) => (typeof part === 'string' ? { mutation: part } : part));
}
