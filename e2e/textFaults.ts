import type { Locator, Page, ViewportSize } from 'playwright-core';
import { vi } from 'vitest';

/** Windows from a small phone to a large screen, in CSS pixels. */
export const ALL_SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
] as const;
export type Size = ViewportSize;

/** Runs `findTextFaults` at each size, where `shown` has to be visible; the window gets its size back. */
export async function findTextFaultsAtSizes(
  page: Page,
  name: string,
  shown: Locator,
  sizes: readonly Size[] = ALL_SIZES,
): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await shown.waitFor();
    await page.evaluate(settle);
    let faults: string[] = [];
    const isFaultless = async () => {
      faults = await findTextFaults(page);
      return faults.length === 0;
    };
    // Something may still be loading.
    await vi.waitUntil(isFaultless, { interval: 100 }).catch(() => undefined);
    found.push(...faults.map((fault) => `${name}, ${size.width} px: ${fault}`));
  }
  if (before) await page.setViewportSize(before);
  return found;
}

/**
 * Measures every text and control that is shown, in the open dialog, menu or list if there is one. Returns one line for
 * each text that is cut without an ellipsis and a tooltip with the whole text, each text that lies on another one, and
 * each text or control that leaves the window or its box to the side.
 */
export const findTextFaults = (page: Page): Promise<string[]> => page.evaluate(measure);

/** Waits until nothing has moved for two frames, at most for 60. Runs in the page. */
async function settle(): Promise<void> {
  const [STILL_FRAMES, FRAMES_MAX] = [2, 60];
  const describeBoxes = (): string =>
    Array.from(document.querySelectorAll('body *'), (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return `${x} ${y} ${width} ${height}`;
    }).join();
  let before = '';
  for (let frame = 0, still = 0; frame < FRAMES_MAX && still < STILL_FRAMES; frame++) {
    await new Promise(requestAnimationFrame);
    const boxes = describeBoxes();
    still = boxes === before ? still + 1 : 0;
    before = boxes;
  }
}

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
      if (['fixed', 'sticky'].includes(getComputedStyle(node).position) || node.matches('[role=tooltip]')) return node;
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

  /** The part of the box that is scrolled into view. */
  function clip(element: Element, box: Box): Box {
    let { left, right, top, bottom } = box;
    for (let node = element.parentElement; node; node = node.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(node);
      const edge = node.getBoundingClientRect();
      if (isScrollable(overflowX)) [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (isScrollable(overflowY)) [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, right, top, bottom };
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
    for (const element of [hit, cutter, ...(row?.querySelectorAll('[data-tooltip]') ?? [])])
      element?.dispatchEvent(new Event('pointerover', { bubbles: true }));
    // Below the window or the player another element is hit, or none.
    const inRow = row && !row.contains(hit) ? row.querySelectorAll('[title]') : [];
    const elements = [hit?.closest('[title]'), cutter.closest('[title]'), ...inRow];
    return elements.some((element) => element?.getAttribute('title')?.includes(text.replace(/…$/, '')));
  }

  // `data-placement` marks a popover.
  const layers = document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open], [data-placement]');
  const root = layers[layers.length - 1] ?? document.body;
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
      if (!found) shownTexts.push({ text, element, box: clip(element, box) });
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
  const canvas = document.createElement('canvas').getContext('2d');
  for (const field of root.querySelectorAll('input, select')) {
    const text =
      field instanceof HTMLSelectElement
        ? field.selectedOptions[0]?.text
        : field instanceof HTMLInputElement && field.value === '' && field.placeholder;
    if (!canvas || !text || !isShown(field)) continue;
    const { font, paddingLeft, paddingRight, textOverflow } = getComputedStyle(field);
    canvas.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const hasTooltip = textOverflow === 'ellipsis' && field.getAttribute('title')?.includes(text);
    if (canvas.measureText(text).width > room + TOLERANCE_PX && !hasTooltip)
      faults.add(`“${shorten(text)}” is cut by ${describe(field)}`);
  }
  return [...faults];
}
