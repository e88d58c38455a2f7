import { Agent, request } from 'node:http';

export interface BenchRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Sent as JSON. */
  body?: object;
  headers?: Record<string, string>;
}

/** Latencies of successful requests in milliseconds, from their scheduled start. */
interface OpenLoopResult {
  p50: number;
  p99: number;
  failed: number;
}

/**
 * Sends requests at a fixed rate, whether or not the former ones are answered. Latency counts from the scheduled start,
 * so that a server that falls behind also pays for the waiting time.
 */
export async function runOpenLoop(
  server: { url: string; token: string },
  { perSecond, seconds }: { perSecond: number; seconds: number },
  createRequest: (index: number) => BenchRequest,
): Promise<OpenLoopResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const count = perSecond * seconds;
  const startMs = performance.now() + 50;
  const getScheduledMs = (index: number) => startMs + (index * 1_000) / perSecond;
  const latencies: number[] = [];
  let failed = 0;
  const responses: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const sendDueRequests = () => {
      while (responses.length < count && getScheduledMs(responses.length) <= performance.now()) {
        const scheduledMs = getScheduledMs(responses.length);
        responses.push(
          send(agent, server, createRequest(responses.length)).then((status) => {
            if (status >= 200 && status < 300) latencies.push(performance.now() - scheduledMs);
            else failed += 1;
          }),
        );
      }
      if (responses.length < count) setTimeout(sendDueRequests, 1);
      else resolve();
    };
    sendDueRequests();
  });
  await Promise.all(responses);
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { p50: percentile(0.5), p99: percentile(0.99), failed };
}

/** Returns the status; 0 without a response. */
function send(
  agent: Agent,
  { url, token }: { url: string; token: string },
  { method, path, body, headers: ownHeaders }: BenchRequest,
): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...ownHeaders,
      ...(body && { 'content-type': 'application/json' }),
    };
    const outgoing = request(`${url}${path}`, { agent, method, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.on('error', () => resolve(0));
    outgoing.end(body && JSON.stringify(body));
  });
}
