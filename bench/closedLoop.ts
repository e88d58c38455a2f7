import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Latencies in milliseconds. */
export interface Figures {
  requests: { average: number };
  latency: { p50: number; p99: number };
  non2xx: number;
  errors: number;
}

/** As fast as so many clients get answers. @throws when one was refused */
export async function closedLoop(
  address: string,
  token: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Figures> {
  const program = fileURLToPath(import.meta.resolve('autocannon'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, '--json', '-c', `${clients}`, '-d', `${seconds}`, '-H', `authorization=Bearer ${token}`, address],
    { maxBuffer: 10_000_000 },
  );
  const figures = JSON.parse(stdout) as Figures;
  if (figures.non2xx + figures.errors > 0)
    throw new Error(`${address} refused ${figures.non2xx + figures.errors} times.`);
  return figures;
}
