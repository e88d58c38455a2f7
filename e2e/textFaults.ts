import type { Page } from 'playwright-core';

/**
 * Measures every text and control that is shown, in the open dialog if there is one. Returns one line for each text that
 * is cut without an ellipsis and a tooltip with the whole text, each text that lies on another one, and each text or
 * control that leaves the window or its box to the side.
 */
export const findTextFaults = (page: Page): Promise<string[]> => page.evaluate(measure);

/** Runs in the page: it may use nothing from outside. */
function measure(): string[] {
  interface Box {
    left: number;
    right: number;
    top: number;
    bottom: number;
  }
  const TOLERANCE_PX = 1.5;
  const isScrollable = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.visuallyHidden, option, iframe, svg, [inert]');
  const describe = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.split(' ')[0] ?? ''}`;
  const shorten = (text: string): string => (text.length > 50 ? `${text.slice(0, 50)}…` : text);
  const findPinned = (element: Element): Element | null => {
    for (let node: Element | null = element; node; node = node.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(node).position)) return node;
    return null;
  };

  /** The first ancestor that cuts the box off, unless it can be scrolled into view. */
  function findCutter(element: Element, box: Box): { cutter: Element; isSideways: boolean } | undefined {
    let [canScrollX, canScrollY] = [false, false];
    for (let node: Element | null = element; node && node !== document.body; node = node.parentElement) {
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(node);
      if (clipPath !== 'none') return undefined;
      const edge = node.getBoundingClientRect();
      const isCutX = box.left < edge.left - TOLERANCE_PX || box.right > edge.right + TOLERANCE_PX;
      const isCutY = box.top < edge.top - TOLERANCE_PX || box.bottom > edge.bottom + TOLERANCE_PX;
      // The headers of a table scroll with its rows.
      if (isScrollable(overflowX) || node.matches('[data-sideways]')) canScrollX = true;
      else if (!canScrollX && overflowX !== 'visible' && isCutX) return { cutter: node, isSideways: true };
      if (isScrollable(overflowY)) canScrollY = true;
      else if (!canScrollY && overflowY !== 'visible' && isCutY) return { cutter: node, isSideways: false };
      if (position === 'fixed') break;
    }
    const isOutside = box.left < -TOLERANCE_PX || box.right > innerWidth + TOLERANCE_PX;
    return !canScrollX && isOutside ? { cutter: document.documentElement, isSideways: true } : undefined;
  }

  /** Has the cut text an ellipsis, and is its tooltip the whole text? */
  function isReadable(cutter: Element, box: Box, text: string): boolean {
    const { textOverflow, webkitLineClamp } = getComputedStyle(cutter);
    if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none') return false;
    const edge = cutter.getBoundingClientRect();
    const x = (Math.max(box.left, edge.left) + Math.min(box.right, edge.right)) / 2;
    const y = (Math.max(box.top, edge.top) + Math.min(box.bottom, edge.bottom)) / 2;
    const hit = document.elementFromPoint(x, y);
    const row = cutter.closest('article, li, [role=row]');
    // Below the window or the player another element is hit, or none.
    const inRow = row && !row.contains(hit) ? row.querySelectorAll('[title]') : [];
    const elements = [hit?.closest('[title]'), cutter.closest('[title]'), ...inRow];
    return elements.some((element) => element?.getAttribute('title')?.includes(text.replace(/…$/, '')));
  }

  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]');
  const root = dialogs[dialogs.length - 1] ?? document.body;
  const faults = new Set<string>();
  const shownTexts: { text: string; element: Element; box: Box }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const element = node.parentElement;
    if (!text || !element || !isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width === 0) continue;
      const found = findCutter(element, box);
      if (!found) shownTexts.push({ text, element, box });
      else if (!isReadable(found.cutter, box, text)) {
        faults.add(`“${shorten(text)}” is cut by ${describe(found.cutter)}`);
        break;
      }
    }
  }
  const list = [...shownTexts].sort((a, b) => a.box.top - b.box.top);
  for (const [index, { text, element, box }] of list.entries()) {
    for (const other of list.slice(index + 1)) {
      if (other.box.top >= box.bottom) break;
      const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const height = Math.min(box.bottom, other.box.bottom) - other.box.top;
      const isSame = element === other.element || element.contains(other.element) || other.element.contains(element);
      if (width > 3 && height > 5 && !isSame && findPinned(element) === findPinned(other.element))
        faults.add(`“${shorten(text)}” lies on “${shorten(other.text)}”`);
    }
  }
  for (const control of root.querySelectorAll('a, button, input, select, textarea')) {
    const box = control.getBoundingClientRect();
    if (!isShown(control) || box.width < 2) continue;
    const found = findCutter(control, box);
    const isText = found && getComputedStyle(found.cutter).textOverflow === 'ellipsis';
    if (found?.isSideways && found.cutter !== control && !isText)
      faults.add(
        `${describe(control)} “${shorten(control.getAttribute('aria-label') ?? control.textContent ?? '')}” is cut by ${describe(found.cutter)}`,
      );
  }
  return [...faults];
}
