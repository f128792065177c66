import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Axe on a page without frames of other origins, for which alone it would open another page each time. Only
 * violations are described: by default every node that passes is, which takes longer than the rules.
 */
export function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
}
