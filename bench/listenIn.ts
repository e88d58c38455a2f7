/** What a page's ear noted, in milliseconds of its clock: the last press, the last end of a song, the last start of sound. */
export interface Ear {
  clicked: number;
  ended: number;
  started: number;
}

declare global {
  interface Window {
    ear: Ear;
  }
}

/** Put into a page before its own scripts: listens to its audio elements. */
export function listenIn(): void {
  const ear: Ear = { clicked: 0, ended: 0, started: 0 };
  window.ear = ear;
  document.addEventListener('click', () => (ear.clicked = performance.now()), true);
  document.addEventListener('ended', () => (ear.ended = performance.now()), true);
  document.addEventListener('playing', ({ target }) => target instanceof HTMLAudioElement && watch(target), true);

  /** Sound began where the clock of the element says that it began to run. */
  function watch(element: HTMLAudioElement): void {
    const from = element.currentTime;
    const look = () => {
      if (element.paused) return;
      if (element.currentTime === from) setTimeout(look);
      else ear.started = performance.now() - (element.currentTime - from) * 1000;
    };
    look();
  }
}
