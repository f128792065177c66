import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Moves the focus by the Tab key until it is on a control with this text or label. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let steps = 0; steps < 60; steps += 1) {
    const focused = await focusedName(page);
    if (focused === name) return;
    seen.push(focused);
    await page.keyboard.press('Tab');
  }
  assert.fail(`The keyboard does not reach "${name}", only: ${seen.join(' | ')}`);
}

export function focusedName(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const element = document.activeElement;
    const label = element.labels?.[0] ?? element;
    return (label.textContent ?? '').trim();
  })()`);
}
