import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { viewports } from '../browser.ts';
import { callAsJson, type Engine } from './engine.ts';
import { endChild, findProgram, waitForOutput } from './programs.ts';

/** Path of Firefox; undefined when this machine has none. */
export const findFirefox = (): string | undefined => findProgram(['firefox-esr', 'firefox']);

/** Saves downloads without asking, stores no passwords, sends no telemetry, and reports a mouse as pointing device. */
const PREFERENCES = `
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.download.folderList", 2);
user_pref("browser.download.useDownloadDir", true);
user_pref("remote.active-protocols", 1);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("app.update.enabled", false);
user_pref("signon.autofillForms", false);
user_pref("signon.rememberSignons", false);
user_pref("ui.prefersReducedMotion", 1);
user_pref("ui.primaryPointerCapabilities", 6);
user_pref("ui.allPointerCapabilities", 6);
`;

/** Runs in each page. Without a sound card Firefox plays nothing but muted elements outside an audio graph. */
const MUTE = `() => delete window.AudioContext && document.addEventListener('loadstart', ({ target }) => { target.muted = true; }, true)`;

interface BidiAnswer {
  id: number;
  type: 'success' | 'error';
  result: never;
  message?: string;
}

interface BidiEvent {
  method: 'log.entryAdded';
  params: { level: string; text: string };
}

/** Starts Firefox with a new profile and speaks WebDriver BiDi with it; with an `output` of sound it is not muted. */
export async function openFirefox(program: string, output?: NodeJS.ProcessEnv): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'promenade-firefox-'));
  await writeFile(
    join(profile, 'user.js'),
    `${PREFERENCES}user_pref("browser.download.dir", ${JSON.stringify(profile)});\n`,
  );
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...output } });
  const closeAll = async () => {
    await endChild(child);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return await connect(child, profile, closeAll, output !== undefined);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function connect(
  child: ChildProcess,
  downloads: string,
  closeAll: () => Promise<void>,
  hasSound: boolean,
): Promise<Engine> {
  const [, address] = await waitForOutput(child, /WebDriver BiDi listening on (\S+)/);
  let faults: string[] = [];
  const send = await openConnection(`${address}/session`, ({ params: { level, text } }) => {
    if (level === 'error') faults.push(text);
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  if (!hasSound) await send('script.addPreloadScript', { functionDeclaration: MUTE });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context;
  const engine: Engine = {
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async load(source) {
      const target = { context };
      await send('script.evaluate', { expression: source, target, awaitPromise: false });
    },
    async run(body, ...args) {
      const { result, exceptionDetails } = await send<ScriptResult>('script.evaluate', {
        expression: callAsJson(body, args),
        target: { context },
        awaitPromise: true,
        userActivation: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? 'null') as never;
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    resize: (viewport) => send('browsingContext.setViewport', { context, viewport }),
    downloads,
    async takeFaults() {
      const taken = faults;
      faults = [];
      return taken;
    },
    close: closeAll,
  };
  await engine.resize(viewports.desktop);
  return engine;
}

interface ScriptResult {
  result?: { value: string };
  exceptionDetails?: { text: string };
}

type Send = <Result>(method: string, params: object) => Promise<Result>;

async function openConnection(url: string, handleEvent: (event: BidiEvent) => void): Promise<Send> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<never>>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const received = JSON.parse(String(data)) as BidiAnswer | BidiEvent;
    if ('method' in received) return handleEvent(received);
    const { id, type, result, message } = received;
    if (type === 'error') waiting.get(id)?.reject(new Error(message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended.'));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${url}.`)));
  });
  return (method, params) => {
    const answer = Promise.withResolvers<never>();
    waiting.set(++lastId, answer);
    socket.send(JSON.stringify({ id: lastId, method, params }));
    return answer.promise;
  };
}
