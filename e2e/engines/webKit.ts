import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { viewports } from '../browser.ts';
import { callAsJson, type Engine } from './engine.ts';
import { endChild, findFreePort, findProgram, waitForOutput } from './programs.ts';

const BROWSERS = [`/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`];

/** Paths of the programs that a test in WebKitGTK needs. */
export interface WebKit {
  driver: string;
  browser: string;
  display: string;
}

/** Undefined when one of the programs is missing. */
export function findWebKit(): WebKit | undefined {
  const driver = findProgram(['WebKitWebDriver']);
  const browser = findProgram(BROWSERS);
  const display = findProgram(['Xvfb']);
  return driver && browser && display ? { driver, browser, display } : undefined;
}

/** Starts WebKitGTK's MiniBrowser on a display of its own and speaks W3C WebDriver with it. */
export async function openWebKit({ driver, browser, display }: WebKit): Promise<Engine> {
  const children: ChildProcess[] = [];
  const start = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    children.push(child);
    return child;
  };
  const home = await createHome();
  const closeAll = async () => {
    for (const child of children.toReversed()) await endChild(child);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const screen = start(display, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']);
    const [, number] = await waitForOutput(screen, /^(\d+)\n/m);
    const port = await findFreePort();
    start(driver, [`--port=${port}`, '--host=127.0.0.1'], {
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      DISPLAY: `:${number}`,
      GDK_BACKEND: 'x11',
      // Containers do not allow its sandbox.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    });
    return await connect(`http://127.0.0.1:${port}`, browser, { home, closeAll });
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Creates a home directory whose GTK settings turn animations off. Downloads are saved in it. */
async function createHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'promenade-webkit-'));
  await mkdir(join(home, '.config/gtk-3.0'), { recursive: true });
  await writeFile(join(home, '.config/gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  return home;
}

async function connect(
  url: string,
  browser: string,
  { home, closeAll }: { home: string; closeAll: () => Promise<void> },
): Promise<Engine> {
  await waitUntilReady(url);
  let faults: string[] = [];
  const options = { binary: browser, args: ['--automation'] };
  const { sessionId } = await send<{ sessionId: string }>(url, 'POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const command = <Result>(path: string, body: object) =>
    send<Result>(url, 'POST', `/session/${sessionId}${path}`, body);
  const engine: Engine = {
    async goto(address) {
      faults.push(...((await engine.run(takeCollected)) ?? []));
      await command('/url', { url: address });
      await engine.run(collectFaults);
    },
    load: (source) => command('/execute/sync', { script: source, args: [] }),
    async run(body, ...args) {
      const script = `const done = arguments[0]; ${callAsJson(body, args)}.then(
        (value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await command<{ value: string; error?: string }>('/execute/async', { script, args: [] });
      if (error !== undefined) throw new Error(error);
      return JSON.parse(value) as never;
    },
    perform: (actions) => command('/actions', { actions }),
    async resize({ width, height }) {
      const frame = await engine.run(() => ({
        width: window.outerWidth - window.innerWidth,
        height: window.outerHeight - window.innerHeight,
      }));
      await command('/window/rect', { x: 0, y: 0, width: width + frame.width, height: height + frame.height });
    },
    downloads: home,
    async takeFaults() {
      const taken = [...faults, ...((await engine.run(takeCollected)) ?? [])];
      faults = [];
      return taken;
    },
    async close() {
      await send(url, 'DELETE', `/session/${sessionId}`).catch(() => undefined);
      await closeAll();
    },
  };
  await engine.resize(viewports.desktop);
  return engine;
}

async function send<Result>(url: string, method: string, path: string, body?: object): Promise<Result> {
  const response = await fetch(url + path, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Result & { error: string; message: string } };
  if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
  return value;
}

async function waitUntilReady(url: string): Promise<void> {
  const isReady = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 100 });
}

// WebDriver cannot read the console, so the following functions run in the page and collect its errors.

declare global {
  interface Window {
    collectedFaults?: string[];
  }
}

/** Begins when the page has loaded; what went wrong before is not known. */
function collectFaults(): void {
  const faults: string[] = [];
  window.collectedFaults = faults;
  const { error: logError } = console;
  console.error = (...args: unknown[]) => {
    faults.push(args.join(' '));
    logError(...args);
  };
  window.addEventListener('error', ({ message }) => faults.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    faults.push(`The content security policy (${effectiveDirective}) blocks ${blockedURI}`),
  );
}

const takeCollected = (): string[] | undefined => window.collectedFaults?.splice(0);
