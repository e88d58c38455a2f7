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
