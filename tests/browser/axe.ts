import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Axe on a page without frames, for which alone it would open another page each time. Only violations are described: by
 * default every node that passes is, which takes longer than the rules. A document gets the half megabyte of axe once.
 */
export async function axeOf(page: Page): Promise<AxeBuilder> {
  const isThere: unknown = await page.evaluate('window.axe !== undefined');
  return new AxeBuilder({ page, ...(isThere === true ? { axeSource: 'void 0' } : {}) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
}
