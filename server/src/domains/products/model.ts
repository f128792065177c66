import type {
  Component,
  DeclaredUnitCode,
  EndOfLife,
  Lifetime,
  Packaging,
  ProcessStep,
  SectorTag,
  TransportLeg,
  UseProfile,
} from '@trackway/engine';
import type { Problem } from '../../rules/api-error.ts';
import type { Transitions } from '../../rules/preconditions.ts';

export type ProductStatus = 'DRAFT' | 'ACTIVE' | 'ARCHIVED';

export const PRODUCT_TRANSITIONS: Transitions<ProductStatus> = {
  DRAFT: ['ACTIVE'],
  ACTIVE: ['DRAFT', 'ARCHIVED'],
  ARCHIVED: ['ACTIVE'],
};

/** Bill of materials, processes and life cycle of a product: the part that calculations read. */
export type Bill = {
  readonly components: readonly Component[];
  readonly packaging: readonly Packaging[];
  readonly processSteps: readonly ProcessStep[];
  readonly transportLegs: readonly TransportLeg[];
  readonly useProfile: UseProfile | null;
  readonly endOfLife: EndOfLife | null;
  readonly lifetime: Lifetime | null;
};

export type Product = {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly sku: string | null;
  readonly gtin: string | null;
  readonly status: ProductStatus;
  readonly sectorTags: readonly SectorTag[];
  readonly tags: readonly string[];
  readonly imageUrls: readonly string[];
  readonly declaredAmount: number;
  readonly declaredUnit: DeclaredUnitCode;
  readonly netMassKg: number | null;
  readonly priceMinor: number | null;
  readonly priceCurrency: string | null;
  readonly isMock: boolean;
  readonly co2eKg: number | null;
  readonly calculationId: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Writable properties of a product; a new one needs a name, the rest has defaults. */
export type ProductDraft = Omit<
  Product,
  'id' | 'version' | 'createdAt' | 'updatedAt' | 'co2eKg' | 'calculationId'
> & { readonly bill: Bill };

/** A draft with everything found wrong in it so far. */
export type CheckedDraft = { readonly draft: ProductDraft; readonly problems: readonly Problem[] };
