/** Tiers, lowest first: a higher one has all of the lower. */
export const TIERS = ['FREE', 'GROWTH', 'ENTERPRISE'] as const;
export type Tier = (typeof TIERS)[number];

export function includesTier(tier: Tier, required: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(required);
}
