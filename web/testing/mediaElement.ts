/** The audio element as a browser has it; jsdom makes no sound. */
export function soundCard(): void {
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

/** For tests: a pause is told in a task of its own, as browsers do. */
export function tellPausesLate(): void {
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

/** For tests: the element stands so many seconds before its end. */
export function nearEnd(element: HTMLMediaElement, secondsLeft: number): void {
  Object.defineProperty(element, 'duration', { configurable: true, value: element.currentTime + secondsLeft });
}

/** For tests: the element fails as a browser says it; 2 is a lost network, 4 something that cannot be played. */
export function breaks(element: HTMLMediaElement, code: 2 | 4): void {
  Object.defineProperty(element, 'error', { configurable: true, value: { code, message: 'broken' } });
  element.dispatchEvent(new Event('error'));
}

/** For tests: a new address clears the failure, as in a browser. */
export function mends(element: HTMLMediaElement): void {
  Object.defineProperty(element, 'error', { configurable: true, value: null });
}
