import { vi } from 'vitest';

/**
 * A window of this width: answers media queries of the form `(width < 1280px)`, and has the observers and the scrolling
 * that jsdom leaves out. Nothing in it has a size, so the observers stay silent.
 */
export function windowOf(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => {
    const below = Number(/width < (\d+)px/.exec(query)?.[1] ?? 0);
    return Object.assign(new EventTarget(), { matches: width < below, media: query });
  });
  const silent = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  vi.stubGlobal('ResizeObserver', silent);
  vi.stubGlobal('IntersectionObserver', silent);
  Element.prototype.scrollTo = () => undefined;
}

/** Gives everything on the page one size, in pixels: jsdom lays nothing out. */
export function laidOut(size: { width: number; height: number; scrollHeight: number }): void {
  const { width, height, scrollHeight } = size;
  const sizes = {
    offsetWidth: width,
    clientWidth: width,
    offsetHeight: height,
    clientHeight: height,
    scrollHeight,
  };
  for (const [name, pixels] of Object.entries(sizes))
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => pixels });
}

/** Takes the network away from the browser, or gives it back. */
export function network(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  window.dispatchEvent(new Event(isThere ? 'online' : 'offline'));
}

/** Modal dialogs open and close as in a browser; jsdom knows the element but not its methods. */
export function dialogs(): void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
}
