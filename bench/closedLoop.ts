import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Output of autocannon; latencies in milliseconds, requests per second. */
export interface ClosedLoopResult {
  requests: { average: number };
  latency: { p50: number; p99: number };
  non2xx: number;
  errors: number;
}

/** Each client sends its next request when the former one is answered. Throws when a request failed. */
export async function runClosedLoop(
  url: string,
  token: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<ClosedLoopResult> {
  const program = fileURLToPath(import.meta.resolve('autocannon'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, '--json', '-c', `${clients}`, '-d', `${seconds}`, '-H', `authorization=Bearer ${token}`, url],
    { maxBuffer: 10_000_000 },
  );
  const result = JSON.parse(stdout) as ClosedLoopResult;
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed.`);
  return result;
}
