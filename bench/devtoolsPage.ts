import { EventEmitter, once } from 'node:events';
import { chromium, type Page } from 'playwright-core';
import { launchOptions, viewports } from '../e2e/browser.ts';

const PORT = 9334;
const BROWSER_URL = `http://127.0.0.1:${PORT}`;

/** A page at desktop size that is controlled by the DevTools protocol. */
export type DevtoolsPage = Awaited<ReturnType<typeof openDevtoolsPage>>;

/**
 * Prepares a page by Playwright, then disconnects Playwright and controls the page by the DevTools protocol. With
 * Playwright connected the browser records each request, which costs a sixth of the frames of a list of covers.
 * Source: https://chromedevtools.github.io/devtools-protocol/
 */
export async function openDevtoolsPage(prepare: (page: Page) => Promise<void>) {
  // The connection that controls the page is closed before the measurement; the one that launched the browser does not
  // control pages of the default context.
  const browser = await chromium.launch(launchOptions([`--remote-debugging-port=${PORT}`]));
  const connection = await chromium.connectOverCDP(BROWSER_URL);
  const [context] = connection.contexts();
  // A browser of an earlier run may still use this port.
  if (!context || context.pages().length > 0) throw new Error(`Another browser listens on port ${PORT}.`);
  await prepare(await context.newPage());
  await connection.close();
  const { send, events } = await connectToPage();
  await send('Emulation.setDeviceMetricsOverride', { ...viewports.desktop, deviceScaleFactor: 1, mobile: false });
  return {
    /** Runs a function in the page; arguments and result are JSON. */
    async run<Args extends unknown[], Value>(
      pageFunction: (...args: Args) => Value | Promise<Value>,
      ...args: Args
    ): Promise<Value> {
      const expression = `(${pageFunction.toString()})(...${JSON.stringify(args)})`;
      const { result, exceptionDetails } = await send<EvaluateResult>('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as Value;
    },
    goto: async (url: string) => void (await send('Page.navigate', { url })),
    /** Divides the speed of the processor by this factor. */
    setCpuSlowdown: async (rate: number) => void (await send('Emulation.setCPUThrottlingRate', { rate })),
    /** Scrolls down by mouse wheel in the middle of the page; resolves when scrolling has ended. */
    scrollWheel: async (pixels: number, pixelsPerSecond: number) =>
      void (await send('Input.synthesizeScrollGesture', {
        x: viewports.desktop.width / 2,
        y: viewports.desktop.height / 2,
        yDistance: -pixels,
        speed: pixelsPerSecond,
        gestureSourceType: 'mouse',
      })),
    /** Counts the frames drawn during an action, without frames that had missing tiles. */
    countFrames: async (action: () => Promise<void>) => {
      let frames = 0;
      const collect = ({ value }: TraceData) => {
        frames += value.filter(({ name, args }) => name === FRAME_EVENT && args['missing tiles'] === 0).length;
      };
      events.on('Tracing.dataCollected', collect);
      await send('Tracing.start', { traceConfig: { includedCategories: ['benchmark'], excludedCategories: ['*'] } });
      await action();
      const complete = once(events, 'Tracing.tracingComplete');
      await send('Tracing.end', {});
      await complete;
      events.off('Tracing.dataCollected', collect);
      return frames;
    },
    /** Collects garbage, then counts the DOM nodes in memory, detached ones included. */
    countNodes: async () => {
      await send('HeapProfiler.collectGarbage', {});
      return (await send<{ nodes: number }>('Memory.getDOMCounters', {})).nodes;
    },
    close: () => browser.close(),
  };
}

interface EvaluateResult {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

/** The compositor's trace event at the end of a frame. */
const FRAME_EVENT = 'LayerTreeHostImpl::CalculateRenderPasses';

interface TraceData {
  value: { name: string; args: Record<string, unknown> }[];
}

/** Connects to the only page of the browser. `send` rejects with the error of a response; `events` emits its events. */
async function connectToPage() {
  const targets = (await (await fetch(`${BROWSER_URL}/json`)).json()) as {
    type: string;
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '');
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const events = new EventEmitter();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(String(data)) as Message;
    if (id === undefined) {
      events.emit(method, params);
      return;
    }
    if (error) pending.get(id)?.reject(new Error(error.message));
    else pending.get(id)?.resolve(result);
    pending.delete(id);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('The connection to the browser is closed.'));
  });
  await once(socket, 'open');
  let lastId = 0;
  const send = <Result>(method: string, params: object) => {
    const response = Promise.withResolvers<unknown>();
    pending.set(++lastId, response);
    socket.send(JSON.stringify({ id: lastId, method, params }));
    return response.promise as Promise<Result>;
  };
  return { send, events };
}

/** The response to the command with this id; an event when there is no id. */
interface Message {
  id?: number;
  result?: unknown;
  error?: { message: string };
  method: string;
  params: unknown;
}
