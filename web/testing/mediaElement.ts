/** Mocks playback of media elements, which jsdom lacks. */
export function mockMediaElement(): void {
  const paused = new WeakMap<HTMLMediaElement, boolean>();
  const set = (name: string, value: PropertyDescriptor) =>
    Object.defineProperty(HTMLMediaElement.prototype, name, { configurable: true, ...value });
  set('paused', {
    get(this: HTMLMediaElement) {
      return paused.get(this) ?? true;
    },
  });
  set('readyState', { get: () => HTMLMediaElement.HAVE_ENOUGH_DATA });
  set('buffered', { get: () => ({ length: 0 }) });
  set('load', { value: () => undefined });
  set('play', {
    value: async function play(this: HTMLMediaElement) {
      paused.set(this, false);
    },
  });
  set('pause', {
    value: function pause(this: HTMLMediaElement) {
      const wasPlaying = paused.get(this) === false;
      paused.set(this, true);
      if (wasPlaying) this.dispatchEvent(new Event('pause'));
    },
  });
}

/** Dispatches `pause` in a task of its own, as browsers do. */
export function delayPauseEvents(): void {
  const pause = HTMLMediaElement.prototype.pause;
  const dispatch = HTMLMediaElement.prototype.dispatchEvent;
  HTMLMediaElement.prototype.pause = function late(this: HTMLMediaElement) {
    this.dispatchEvent = (event) => {
      setTimeout(() => dispatch.call(this, event));
      return true;
    };
    pause.call(this);
    this.dispatchEvent = dispatch;
  };
}

export function setSecondsLeft(element: HTMLMediaElement, secondsLeft: number): void {
  Object.defineProperty(element, 'duration', { configurable: true, value: element.currentTime + secondsLeft });
}

/** The element has loaded its song from the beginning to this second. */
export function setBufferedEnd(element: HTMLMediaElement, seconds: number): void {
  Object.defineProperty(element, 'buffered', { configurable: true, value: { length: 1, end: () => seconds } });
}

/** `code` is a `MediaError` code: 2 is a network error, 4 an unsupported source. */
export function failMedia(element: HTMLMediaElement, code: 2 | 4): void {
  Object.defineProperty(element, 'error', { configurable: true, value: { code, message: 'broken' } });
  element.dispatchEvent(new Event('error'));
}

/** A browser does this when the source changes. */
export function clearMediaError(element: HTMLMediaElement): void {
  Object.defineProperty(element, 'error', { configurable: true, value: null });
}
