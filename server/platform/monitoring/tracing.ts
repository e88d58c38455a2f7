import {
  type Attributes,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log } from '../process/log.ts';
import { getScope, runInScope } from '../process/scope.ts';

// Traces by OpenTelemetry. Only processes with OTEL_EXPORTER_OTLP_ENDPOINT load this file. Spans are made where the
// work is done: nothing is patched.

/** The HTTP status; `closed` when the client disconnected before the answer began. */
export type AnswerStatus = number | 'closed';

export interface Tracing {
  /** Runs a statement or a storage operation as a part of the current request or job; outside of one, without a span. */
  runPart<Result>(name: string, attributes: Attributes, run: () => Promise<Result>): Promise<Result>;
  runJob(queue: string, run: () => Promise<void>): Promise<void>;
  /** @param traceparent header of a caller that traces, too (https://www.w3.org/TR/trace-context/) */
  startRequest(method: string, traceparent: unknown): Span;
  endRequest(span: Span, answer: { method: string; route: string; status: AnswerStatus; requestid: string }): void;
  /** Sends the spans that are left. */
  close(): Promise<void>;
}

export function openTracing(url: string, log: Log): Tracing {
  diag.setLogger(
    {
      error: (message) => log.warn({ problem: message }, 'Traces could not be sent'),
      warn: (message) => log.warn({ problem: message }, 'Traces are incomplete'),
      info: () => {},
      debug: () => {},
      verbose: () => {},
    },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'promenade' }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer('promenade');

  async function runSpan<Result>(span: Span, run: () => Promise<Result>): Promise<Result> {
    try {
      return await runInScope({ ...getScope(), span }, run);
    } catch (reason) {
      // Not the message, which may name a person, such as the answer of a mail server.
      const { name, code = name } = reason as Error & { code?: string };
      span.setAttribute('error.type', code);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw reason;
    } finally {
      span.end();
    }
  }

  return {
    async runPart(name, attributes, run) {
      const parent = getScope()?.span;
      if (!parent) return run();
      const options = { kind: SpanKind.CLIENT, attributes };
      return runSpan(tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent)), run);
    },
    runJob: (queue, run) => runSpan(tracer.startSpan(`job ${queue}`, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT), run),
    startRequest: (method, traceparent) => tracer.startSpan(method, { kind: SpanKind.SERVER }, readParent(traceparent)),
    endRequest(span, { method, route, status, requestid }) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({ 'http.request.method': method, 'http.route': route, 'promenade.request_id': requestid });
      if (status !== 'closed') span.setAttribute('http.response.status_code', status);
      if (Number(status) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    close: () => provider.shutdown(),
  };
}

function readParent(traceparent: unknown) {
  const [, traceId, spanId, flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(traceparent)) ?? [];
  if (!traceId || !spanId) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
