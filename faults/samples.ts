import type { Route } from '@promenade/contract/route';
import fc from 'fast-check';
import { toJsonSchema } from '../server/platform/http/openapi.ts';
import { type Fields, type JsonSchema, type KnownValues, matching } from './arbitraries.ts';
import type { Call } from './calls.ts';

export type Input = Record<'params' | 'query' | 'body', Fields>;

/** A valid input of a route, with existing values; the same for the same seed. */
export const sampleInput = (route: Route, known: KnownValues, seed = 1): Input => ({
  params: sample(route.params, known, seed),
  query: sample(route.query, known, seed),
  body: sample(route.body, known, seed),
});

function sample(schema: Route['body'], known: KnownValues, seed: number): Fields {
  if (!schema) return {};
  const [valid] = fc.sample(matching(toJsonSchema(schema) as JsonSchema, known), { numRuns: 1, seed });
  return valid as Fields;
}

/** Method and address of a call, with its query. */
export function addressOf(route: Route, { params, query }: Input): Pick<Call, 'method' | 'path'> {
  const path = route.path.replace(/:([a-z_]+)/gi, (_all, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return { method: route.method, path: `/api${path}?${search}` };
}
