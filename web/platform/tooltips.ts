/**
 * Gives a text that may be cut off its full text, or its `data-tooltip`, as tooltip while the pointer is on it.
 * A `title` that stays is read out as the description of the element, after the same text.
 */
export function showTooltip({ target }: Event): void {
  const element = target instanceof Element && target.closest<HTMLElement>('.ellipsis, [data-tooltip]');
  if (!element || element.title) return;
  element.title = element.dataset['tooltip'] ?? element.textContent;
  element.addEventListener('pointerleave', () => element.removeAttribute('title'), { once: true });
}
