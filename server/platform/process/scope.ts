import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** The request or job in whose course code runs: log lines carry its id, spans are parts of its span. */
export interface Scope {
  requestid?: string | undefined;
  span?: Span | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

export const getScope = (): Scope | undefined => scopes.getStore();

export const runInScope = <Result>(scope: Scope, run: () => Result): Result => scopes.run(scope, run);

/** Runs what outlives the request that happens to start it. */
export const runOutsideScope = <Result>(run: () => Result): Result => scopes.exit(run);
