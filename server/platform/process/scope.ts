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

/** Runs work that goes on after the request that started it, and therefore is not logged as a part of that request. */
export const runOutsideScope = <Result>(run: () => Result): Result => scopes.exit(run);
