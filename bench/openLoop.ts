import { Agent, request } from 'node:http';

/** What is asked; the path stands below the server's address. */
export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Sent as JSON. */
  body?: object;
}

/** Latencies in milliseconds, from the moment a request was meant to start. */
export interface OpenLoop {
  p50: number;
  p99: number;
  failed: number;
}

/**
 * Sends so many requests a second whether or not the former ones are answered, as people do: a server that falls behind
 * pays for the waiting, too.
 */
export async function openLoop(
  address: { url: string; token: string },
  { perSecond, seconds }: { perSecond: number; seconds: number },
  ask: (n: number) => Asked,
): Promise<OpenLoop> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const count = perSecond * seconds;
  const begin = performance.now() + 50;
  const intended = (n: number) => begin + (n * 1_000) / perSecond;
  const took: number[] = [];
  let failed = 0;
  const answers: Promise<void>[] = [];
  await new Promise<void>((settle) => {
    const tick = () => {
      while (answers.length < count && intended(answers.length) <= performance.now()) {
        const meant = intended(answers.length);
        answers.push(
          send(agent, address, ask(answers.length)).then((status) => {
            took.push(performance.now() - meant);
            if (status !== 200) failed += 1;
          }),
        );
      }
      if (answers.length < count) setTimeout(tick, 1);
      else settle();
    };
    tick();
  });
  await Promise.all(answers);
  agent.destroy();
  took.sort((one, other) => one - other);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), failed };
}

function send(
  agent: Agent,
  { url, token }: { url: string; token: string },
  { method, path, body }: Asked,
): Promise<number> {
  return new Promise((settle) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const sent = request(`${url}${path}`, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => settle(answer.statusCode ?? 0));
    });
    sent.on('error', () => settle(0));
    sent.end(body && JSON.stringify(body));
  });
}
