import { once } from 'node:events';
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
  const send = await commands();
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
    close: () => browser.close(),
  };
}

interface Evaluated {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

/** Sends commands to the one page there is; an answer that tells of an error rejects. */
async function commands() {
  const targets = (await (await fetch(`${BROWSER}/json`)).json()) as { type: string; webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as {
      id: number;
      result?: unknown;
      error?: { message: string };
    };
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser is gone.'));
  });
  await once(socket, 'open');
  let last = 0;
  return <Answer>(method: string, params: object) => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(++last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    return answer.promise as Promise<Answer>;
  };
}
