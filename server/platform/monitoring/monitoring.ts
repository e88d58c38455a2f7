import type { Config } from '../process/config.ts';
import type { Log } from '../process/log.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** What observes this process; undefined where it is off. */
export interface Monitoring {
  metrics?: Metrics | undefined;
  tracing?: Tracing | undefined;
}

/** Loads what the configuration turns on. @throws one sentence when the packages of traces are not installed */
export async function openMonitoring({ metrics, tracesUrl }: Config, log: Log): Promise<Monitoring> {
  return {
    metrics: metrics.isOn ? (await import('./metrics.ts')).createMetrics() : undefined,
    tracing: tracesUrl === undefined ? undefined : await loadTracing(tracesUrl, log),
  };
}

async function loadTracing(url: string, log: Log): Promise<Tracing> {
  const { openTracing } = await import('./tracing.ts').catch((reason: NodeJS.ErrnoException) => {
    if (reason.code !== 'ERR_MODULE_NOT_FOUND') throw reason;
    throw new Error(
      'OTEL_EXPORTER_OTLP_ENDPOINT needs packages of OpenTelemetry that are not installed: see docs/operations.md.',
      { cause: reason },
    );
  });
  return openTracing(url, log);
}
