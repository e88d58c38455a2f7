import { appendFileSync } from 'node:fs';
import type { ErrorCode } from '@promenade/contract/errors';
import { expect, inject } from 'vitest';
import { ANY_ROUTE, listRefusals } from '../platform/http/openapi.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { ContractCheck } from '../platform/http/serve.ts';
import { listCalls } from './declaredRefusals.ts';

const names = new Map(listCalls().map(([name, route]) => [route, name]));
const anyRoute = new Set<ErrorCode>(ANY_ROUTE);
/** `route CODE` of this worker. */
const seen = new Set<string>();
const undeclared = new Set<string>();

/** Checks the answers of all servers of a worker, and notes what they refuse. */
export const contractCheck: ContractCheck = {
  answer: ({ answer }, value) => void answer?.parse(value),
  refusal(route, reason) {
    if (!(reason instanceof Refusal)) return;
    const pair = `${names.get(route)} ${reason.code}`;
    if (!anyRoute.has(reason.code) && !listRefusals(route).has(reason.code)) undeclared.add(pair);
    // What the fuzzer meets by chance is no test of a rule.
    if (seen.has(pair) || expect.getState().testPath?.includes('/faults/')) return;
    seen.add(pair);
    appendFileSync(inject('refusalsFile'), `${pair}\n`);
  },
};

/** @throws one sentence when a call refused what the contract does not declare */
export function requireDeclaredRefusals(): void {
  const pairs = [...undeclared].sort();
  undeclared.clear();
  if (pairs.length > 0) throw new Error(`Refused, but not declared in the contract: ${pairs.join(', ')}`);
}
