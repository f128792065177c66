import { randomUUID } from 'node:crypto';
import type { DppContent, DppView } from '../model.ts';

/** A public T-shirt with a value in each field that the projections show. */
export const EXAMPLE_CONTENT: DppContent = {
  name: [
    { language: 'en', text: 'Crew neck T-shirt' },
    { language: 'de', text: 'T-Shirt mit Rundhals' },
  ],
  description: [{ language: 'en', text: 'White, size M. Organic cotton.' }],
  economicOperator: {
    name: 'Acme Apparel',
    id: '9506000134376',
    scheme: 'GLN',
    role: 'MANUFACTURER',
    country: 'PT',
    url: 'https://acme.example',
  },
  responsibleParties: [
    { name: 'Import Ltd', id: 'DE123456789', scheme: 'EORI', role: 'IMPORTER', country: 'DE' },
  ],
  facility: { id: '9506000134376', scheme: 'GLN', name: 'Porto mill', country: 'PT' },
  modelNumber: 'TS-100',
  commodityCode: '610910',
  productionDate: '2026-10-01',
  materials: [
    {
      name: 'Organic cotton',
      origin: 'TR',
      massFraction: 0.95,
      recycledFraction: 0.2,
      hazardous: false,
    },
    { name: 'Elastane', origin: 'DE', massFraction: 0.05 },
  ],
  footprint: {
    co2eKg: 7.24,
    declaredUnit: '1 piece',
    detail: 'FULL',
    boundary: 'cradle to grave',
    calculatedAt: '2026-11-01',
    phases: [
      { phase: 'RAW_MATERIALS', co2eKg: 2.31 },
      { phase: 'MANUFACTURING', co2eKg: 2.62 },
      { phase: 'USE', co2eKg: 1.18 },
      { phase: 'END_OF_LIFE', co2eKg: 1.13 },
    ],
  },
  care: {
    instructions: [{ language: 'en', text: 'Wash at 30 °C, dry on a line.' }],
    symbols: ['WASH_30'],
  },
  repair: {
    score: 7,
    sparePartsYears: 5,
    instructions: [{ language: 'en', text: 'Repair is free for 5 years.' }],
    url: 'https://acme.example/repair',
  },
  endOfLife: {
    instructions: [{ language: 'en', text: 'Hand it in at a textile collection.' }],
    collectionUrl: 'https://acme.example/return',
  },
  claims: [
    {
      name: 'Recycled content',
      topic: 'CIRCULARITY.CONTENT',
      criterion: 'https://acme.example/criteria/recycled',
      standard: 'ISO 14021:2016',
      metric: 'Recycled content by mass',
      value: 0.2,
      unit: 'C62',
      date: '2026-11-01',
      validFrom: '2026-01-01',
      validUntil: '2026-12-31',
    },
  ],
  documents: [
    {
      type: 'DECLARATION_OF_CONFORMITY',
      title: 'EU declaration of conformity',
      url: 'https://acme.example/doc.pdf',
      mediaType: 'application/pdf',
      language: 'en',
    },
  ],
  sectorData: {
    brand: 'Acme',
    productionSteps: [
      { step: 'SPINNING', country: 'TR' },
      { step: 'ASSEMBLY', country: 'PT' },
    ],
  },
};

/** A published passport as the public sees it. */
export function exampleView(changes: Partial<DppView> = {}): DppView {
  const at = new Date('2026-11-20T00:00:00Z');
  return {
    scope: { organizationId: randomUUID(), environment: 'LIVE' },
    originId: null,
    audience: 'PUBLIC',
    id: randomUUID(),
    identity: '01/09506000134352',
    granularity: 'MODEL',
    gtin: '09506000134352',
    batchNumber: null,
    serialNumber: null,
    schemaId: 'textile',
    schemaVersion: '0.1',
    status: 'PUBLISHED',
    statusReason: null,
    statusCause: null,
    statusChangedAt: at,
    fate: null,
    predecessorId: null,
    successorId: null,
    number: 3,
    isSuperseded: false,
    validFrom: at,
    validUntil: null,
    publishedAt: at,
    updatedAt: at,
    extent: 'FULL',
    content: EXAMPLE_CONTENT,
    withheld: [],
    integrity: {
      hash: 'a'.repeat(64),
      previousHash: 'b'.repeat(64),
      digests: { PUBLIC: '', RESTRICTED: '', CONFORMITY: '', INDIVIDUAL: '', INTERNAL: '' },
      salts: {},
      jws: 'a.b.c',
      keyId: randomUUID(),
    },
    ...changes,
  };
}
