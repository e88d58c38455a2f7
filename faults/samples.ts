import type { Route } from '@promenade/contract/route';
import fc from 'fast-check';
import { toJsonSchema } from '../server/platform/http/openapi.ts';
import { type Fields, type JsonSchema, type KnownValues, matching } from './arbitraries.ts';
import type { Call } from './calls.ts';

export type Input = Record<'params' | 'query' | 'body', Fields>;

/** A valid input of a route, with existing values; always the same. */
export const sampleInput = (route: Route, known: KnownValues): Input => ({
  params: sample(route.params, known),
  query: sample(route.query, known),
  body: sample(route.body, known),
});

function sample(schema: Route['body'], known: KnownValues): Fields {
  if (!schema) return {};
  const [valid] = fc.sample(matching(toJsonSchema(schema) as JsonSchema, known), { numRuns: 1, seed: 1 });
  return valid as Fields;
}

/** Method and address of a call, with its query. */
export function addressOf(route: Route, { params, query }: Input): Pick<Call, 'method' | 'path'> {
  const path = route.path.replace(/:([a-z_]+)/gi, (_all, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return { method: route.method, path: `/api${path}?${search}` };
}
