import { afterEach, expect, test, vi } from 'vitest';
import { createAudioGraph } from './audioGraph.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Replaces what jsdom lacks; browsers let a context run after a press. */
function createContext() {
  const connected: HTMLMediaElement[] = [];
  const initial: { state: 'suspended' | 'running' } = { state: 'suspended' };
  const context = Object.assign(new EventTarget(), initial, {
    destination: 'output',
    connected,
    currentTime: 0,
    levels: new Array<number>(),
    createGain: () => ({
      gain: { value: 1, setTargetAtTime: (level: number) => context.levels.push(level) },
      connect: () => undefined,
    }),
    createMediaElementSource: (element: HTMLMediaElement) => ({
      connect(node: unknown) {
        context.connected.push(element);
        return node;
      },
    }),
    resume: async () => context.setState('running'),
    suspend: async () => context.setState('suspended'),
    setState(state: 'suspended' | 'running') {
      context.state = state;
      context.dispatchEvent(new Event('statechange'));
    },
  });
  return context;
}

function mockBrowser({ userAgent, wasPressed }: { userAgent: string; wasPressed: boolean }) {
  const contexts: ReturnType<typeof createContext>[] = [];
  // A constructor that gives an object of its own.
  vi.stubGlobal('AudioContext', function AudioContext() {
    const context = createContext();
    contexts.push(context);
    return context;
  });
  vi.stubGlobal('navigator', { userAgent, userActivation: { hasBeenActive: wasPressed } });
  return contexts;
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const createElements = () => [document.createElement('audio'), document.createElement('audio')];

test('after a press both elements share one graph, which stops with the songs and runs again', () => {
  const contexts = mockBrowser({ userAgent: FIREFOX, wasPressed: true });
  const elements = createElements();
  const graph = createAudioGraph(elements);
  for (const isPlaying of [true, false, true]) {
    graph.setRunning(isPlaying);
    expect(contexts.map(({ connected, state }) => [connected, state])).toEqual([
      [elements, isPlaying ? 'running' : 'suspended'],
    ]);
  }
  // The browser stops the context when its output device goes away.
  contexts[0]?.setState('suspended');
  expect(contexts[0]?.state).toBe('running');
  const [first] = elements;
  for (const level of [0.5, 0.5, 1]) if (first) graph.setGain(first, level);
  expect(contexts[0]?.levels).toEqual([0.5, 1]);
});

test('elements stay plain before a press, and in WebKit', () => {
  for (const browser of [
    { userAgent: FIREFOX, wasPressed: false },
    { userAgent: SAFARI, wasPressed: true },
  ]) {
    const contexts = mockBrowser(browser);
    createAudioGraph(createElements()).setRunning(true);
    expect(contexts).toEqual([]);
  }
});
