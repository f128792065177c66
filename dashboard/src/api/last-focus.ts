/**
 * The element that had the focus last. The browser takes the focus from a button that is disabled while its work runs, and
 * gives it to nothing: who works by keyboard would begin at the top of the page.
 */
let last: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) last = target;
});

/** The element with the focus, or the one that lost it. */
export function focusedElement(): Element | null {
  const { activeElement } = document;
  return activeElement === document.body ? last : activeElement;
}

/** Gives a lost focus back: to its element, or to the page that it was on if it is gone. */
export function restoreFocus(): void {
  if (document.activeElement !== document.body) return;
  const element = last?.isConnected === true ? last : document.querySelector('main');
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
