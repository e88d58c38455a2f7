import { vi } from 'vitest';

/** Mocks media queries of the form `(width < 1280px)`, observers that never fire, and `scrollTo`; jsdom lacks them. */
export function mockWindowWidth(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => {
    const limitPx = Number(/width < (\d+)px/.exec(query)?.[1] ?? 0);
    return Object.assign(new EventTarget(), { matches: width < limitPx, media: query });
  });
  const silentObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  vi.stubGlobal('ResizeObserver', silentObserver);
  vi.stubGlobal('IntersectionObserver', silentObserver);
  Element.prototype.scrollTo = () => undefined;
}

/** Gives every element the same size in pixels; jsdom has no layout. */
export function mockLayout({
  width,
  height,
  scrollHeight,
}: {
  width: number;
  height: number;
  scrollHeight: number;
}): void {
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

export function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** jsdom lacks `showModal` and `close`. */
export function mockDialogs(): void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
}

/** A canvas on which everything can be drawn and nothing is seen. */
export function mockCanvas(): void {
  const nothing = (): void => {};
  const context = new Proxy({}, { get: () => nothing, set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as CanvasRenderingContext2D);
  // Charts draw after the test, too.
  Object.assign(globalThis, {
    Path2D: class {
      addPath = nothing;
      moveTo = nothing;
      lineTo = nothing;
      rect = nothing;
      arc = nothing;
      closePath = nothing;
    },
  });
}
