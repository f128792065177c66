import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import { loadCatalogueFromFiles, loadGazetteer } from '../factors/index.ts';
import { renderSlice } from './render-slice.ts';
import type { AssetChoices, TenantFacts } from './request.ts';

const { db } = await testDatabase();
const tools = { factors: await loadCatalogueFromFiles(), gazetteer: await loadGazetteer() };
const CHOICES: AssetChoices = {
  kind: 'FOOTPRINT_REPORT',
  locale: 'en',
  symbol: 'QR',
  ...{ allowOutdated: false, isPreview: false },
  ...{ size: undefined, format: undefined, dotsPerInch: undefined, brand: undefined },
  ...{ productName: undefined, organizationName: undefined, verifier: undefined },
  ...{ url: undefined, serial: undefined, region: undefined },
  ...{ goal: undefined, conclusions: undefined },
};
const TENANT: TenantFacts = {
  ...{ organizationName: 'Halden', brand: null, publicRoot: 'https://halden.example' },
  isSandbox: false,
  tier: 'ENTERPRISE',
};

test('a slice of a batch ends when its time is over, with one product at the least', async () => {
  const scope = { organizationId: newUuid(), environment: 'LIVE' } as const;
  const productIds = [newUuid(), newUuid(), newUuid()];
  const renderedIn = async (budgetMs: number) => {
    const input = { productIds, choices: CHOICES, tenant: TENANT, budgetMs };
    return (await renderSlice(tools, { db, scope }, input)).map(({ productId }) => productId);
  };
  assert.deepEqual(await renderedIn(0), productIds.slice(0, 1));
  assert.deepEqual(await renderedIn(60_000), productIds);
});
