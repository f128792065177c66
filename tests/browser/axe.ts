import { AxeBuilder } from '@axe-core/playwright';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Axe works out the same few colours for every text and all that is behind it, which took a third of its time. */
const REMEMBER_COLORS = `(() => {
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map();
  prototype.parseString = function (text) {
    const color = known.get(text);
    if (color !== undefined) return Object.assign(this, color);
    parseString.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
})()`;

/**
 * Axe on a page without frames, for which alone it would open another page each time. Only violations are described: by
 * default every node that passes is, which takes longer than the rules. A document gets the half megabyte of axe once.
 */
export async function axeOf(page: Page): Promise<AxeBuilder> {
  const isThere: unknown = await page.evaluate('window.axe !== undefined');
  if (isThere !== true) await page.evaluate(`${axe.source}\n${REMEMBER_COLORS}`);
  return new AxeBuilder({ page, axeSource: 'void 0' })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
}
