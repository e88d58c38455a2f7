import { canMatchLevels } from '../../platform/browser.ts';
import { logError } from '../../platform/logError.ts';

/** The level is within 2 % of another one after this time. */
const FADE_S = 0.04;

/**
 * Connects the audio elements with one AudioContext. Alone each element opens an output for its song, which takes
 * browsers 0.1 to 0.3 s; a running context keeps one open (ADR 0026).
 *
 * Elements cannot be disconnected again, and behind a context that does not run they are silent or stand still. So the
 * context is made after a press, when browsers let it run.
 */
export function createAudioGraph(elements: readonly HTMLAudioElement[]) {
  let context: AudioContext | undefined;
  let mustRun = false;
  const gains = new Map<HTMLAudioElement, number>();
  const nodes = new Map<HTMLAudioElement, GainNode>();

  function connect(): AudioContext {
    const created = new AudioContext();
    for (const element of elements) {
      const node = created.createGain();
      node.gain.value = gains.get(element) ?? 1;
      created.createMediaElementSource(element).connect(node).connect(created.destination);
      nodes.set(element, node);
    }
    // Browsers suspend a context when its output device goes away.
    created.addEventListener('statechange', apply);
    return created;
  }

  function apply(): void {
    if (!context || mustRun === (context.state === 'running')) return;
    const change = mustRun ? context.resume() : context.suspend();
    change.catch((error: unknown) => logError('The audio output does not start or stop', error));
  }

  return {
    /** Runs the graph while songs play; in between it is suspended, because an open output keeps computers awake. */
    setRunning(isRunning: boolean): void {
      mustRun = isRunning;
      if (isRunning && canMatchLevels() && navigator.userActivation?.hasBeenActive) context ??= connect();
      apply();
    },
    /** Fades to another level; without a graph the element stays as it is. */
    setGain(element: HTMLAudioElement, gain: number): void {
      if ((gains.get(element) ?? 1) === gain) return;
      gains.set(element, gain);
      if (context) nodes.get(element)?.gain.setTargetAtTime(gain, context.currentTime, FADE_S / 4);
    },
  };
}
