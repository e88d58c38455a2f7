import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { isExecutable } from '../../server/platform/process/config.ts';

const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 30_000;

/** Returns the first of these programs on PATH or at an absolute path; undefined when there is none. */
export function findProgram(names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => (name.startsWith('/') ? [name] : folders.map((path) => join(path, name))));
  return candidates.find(isExecutable);
}

/** Waits until a program prints something that matches. @throws with its output when it ends or takes too long */
export function waitForOutput(
  child: ChildProcess,
  pattern: RegExp,
  timeoutMs = START_TIMEOUT_MS,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (reason: string) => reject(new Error(`${child.spawnfile} ${reason}. Its output:\n${text}`));
    const timer = setTimeout(() => fail('was not ready in time'), timeoutMs);
    const streams = [child.stdout, child.stderr];
    const collect = (chunk: string) => {
      text += chunk;
      const match = pattern.exec(text);
      if (!match) return;
      clearTimeout(timer);
      for (const stream of streams) stream?.off('data', collect);
      resolve(match);
    };
    for (const stream of streams) stream?.setEncoding('utf8').on('data', collect);
    child.once('error', ({ message }) => fail(`could not be started: ${message}`));
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code}`);
    });
  });
}

/** Ends a program and waits for its end; after half a minute by SIGKILL. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exit;
  clearTimeout(timer);
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
