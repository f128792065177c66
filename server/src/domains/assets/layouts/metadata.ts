import type { FootprintFacts, PictureChoices } from '../facts.ts';

export const METADATA_FORMAT = 'trackway-asset/1';

/** Origin of a picture, the same in every format: leads back to the calculation. */
export function metadataOf(
  kind: string,
  size: string,
  facts: Omit<FootprintFacts, 'url' | 'gtin14'>,
  { locale, isPreview }: PictureChoices,
): Readonly<Record<string, unknown>> {
  const { calculationId, snapshotHash, engineVersion, co2eKg, calculatedOn, gwpSets } = facts;
  return {
    format: METADATA_FORMAT,
    kind,
    size,
    locale,
    calculationId,
    snapshotHash,
    engineVersion,
    co2eKg,
    calculatedOn,
    gwpSets,
    isVerified: facts.verifier !== null,
    isSample: facts.isSample,
    isOutdated: facts.isOutdated,
    ...(isPreview ? { isPreview } : {}),
  };
}
