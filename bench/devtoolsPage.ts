import { EventEmitter, once } from 'node:events';
import { chromium, type Page } from 'playwright-core';
import { launching, screens } from '../e2e/openBrowser.ts';

const PORT = 9334;
const BROWSER = `http://127.0.0.1:${PORT}`;

/** A page on a desk that no tool watches. */
export interface BarePage {
  /** Runs in the page; what goes in and comes out is JSON. */
  run<Args extends unknown[], Value>(what: (...args: Args) => Value | Promise<Value>, ...args: Args): Promise<Value>;
  goto(address: string): Promise<void>;
  /** Its processor is so many times slower from now on. */
  slowDown(times: number): Promise<void>;
  /** A wheel turns over the middle of the page, so many pixels down at so many a second; resolves when it stands. */
  wheel(pixels: number, aSecond: number): Promise<void>;
  /** How many frames were drawn while `during` ran, without those that had an empty place where something was not painted yet. */
  framesDrawn(during: () => Promise<void>): Promise<number>;
  /** DOM nodes that the page holds, those that have left its tree included; what nothing holds is collected before. */
  nodes(): Promise<number>;
  close(): Promise<void>;
}

/**
 * The page as `prepare` leaves it, without Playwright, which has the browser keep a record of each request: covers that
 * come in cost a third more then, and a list of them a sixth of its frames. Source: https://chromedevtools.github.io/devtools-protocol/
 */
export async function barePage(prepare: (page: Page) => Promise<void>): Promise<BarePage> {
  // Playwright leaves pages of the default context alone in a browser that it launched; the one that joined closes before the measure.
  const browser = await chromium.launch(launching([`--remote-debugging-port=${PORT}`]));
  const joined = await chromium.connectOverCDP(BROWSER);
  const [context] = joined.contexts();
  // A browser that was left behind would answer at this port, too, and it would be measured.
  if (!context || context.pages().length > 0) throw new Error(`Another browser listens at port ${PORT}.`);
  await prepare(await context.newPage());
  await joined.close();
  const { send, heard } = await commands();
  await send('Emulation.setDeviceMetricsOverride', { ...screens.desktop, deviceScaleFactor: 1, mobile: false });
  return {
    run: async (what, ...args) => {
      const expression = `(${what.toString()})(...${JSON.stringify(args)})`;
      const { result, exceptionDetails } = await send<Evaluated>('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as never;
    },
    goto: async (address) => void (await send('Page.navigate', { url: address })),
    slowDown: async (rate) => void (await send('Emulation.setCPUThrottlingRate', { rate })),
    wheel: async (pixels, aSecond) =>
      void (await send('Input.synthesizeScrollGesture', {
        x: screens.desktop.width / 2,
        y: screens.desktop.height / 2,
        yDistance: -pixels,
        speed: aSecond,
        gestureSourceType: 'mouse',
      })),
    framesDrawn: async (during) => {
      let frames = 0;
      const collect = ({ value }: Traced) => {
        frames += value.filter(({ name, args }) => name === DRAWN && args['missing tiles'] === 0).length;
      };
      heard.on('Tracing.dataCollected', collect);
      await send('Tracing.start', { traceConfig: { includedCategories: ['benchmark'], excludedCategories: ['*'] } });
      await during();
      const complete = once(heard, 'Tracing.tracingComplete');
      await send('Tracing.end', {});
      await complete;
      heard.off('Tracing.dataCollected', collect);
      return frames;
    },
    nodes: async () => {
      await send('HeapProfiler.collectGarbage', {});
      return (await send<{ nodes: number }>('Memory.getDOMCounters', {})).nodes;
    },
    close: () => browser.close(),
  };
}

interface Evaluated {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

/** What the compositor notes at the end of each of its frames. */
const DRAWN = 'LayerTreeHostImpl::CalculateRenderPasses';

interface Traced {
  value: { name: string; args: Record<string, unknown> }[];
}

/** Sends commands to the one page there is, and passes on what it tells; an answer that tells of an error rejects. */
async function commands() {
  const targets = (await (await fetch(`${BROWSER}/json`)).json()) as { type: string; webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const heard = new EventEmitter();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(String(data)) as Message;
    if (id === undefined) {
      heard.emit(method, params);
      return;
    }
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser is gone.'));
  });
  await once(socket, 'open');
  let last = 0;
  const send = <Answer>(method: string, params: object) => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(++last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    return answer.promise as Promise<Answer>;
  };
  return { send, heard };
}

/** An answer to the command of this number, or, without one, what the page tells by itself. */
interface Message {
  id?: number;
  result?: unknown;
  error?: { message: string };
  method: string;
  params: unknown;
}
