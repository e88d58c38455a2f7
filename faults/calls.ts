import { routes } from '@promenade/contract';
import type { Route } from '@promenade/contract/route';
import fc, { type Arbitrary } from 'fast-check';
import { aliases } from '../server/platform/http/aliases.ts';
import { toJsonSchema } from '../server/platform/http/openapi.ts';
import {
  almostMatching,
  DEEP,
  type Fields,
  hostile,
  type JsonSchema,
  type KnownValues,
  matching,
  mostly,
} from './arbitraries.ts';

export interface Call {
  /** Name of the route that it was generated from. */
  name: string;
  caller: string;
  method: string;
  /** Encoded, with query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Routes whose responses are valid here; empty when method or path were changed. */
  routes: Route[];
}

const DEPTH = 60_000;
/** Node rejects other paths before it sees the method, so that a HEAD response would have a body. */
const HEAD_PATH = /^[!-~]{1,8000}$/;

const named = Object.entries(routes);
const addresses = [
  ...named.map(([name, of]) => ({ name, of, method: of.method, path: of.path })),
  ...aliases.map(({ route: of, ...alias }) => ({
    ...alias,
    of,
    name: named.find(([, route]) => route === of)?.[0] ?? '',
  })),
];

/**
 * A valid or almost valid call of the contract by one of the callers, in half of the cases by the first one, or by the
 * operator where the call is for operators.
 */
export const arbitraryCall = (callers: readonly string[], known: KnownValues): Arbitrary<Call> =>
  fc
    .oneof(...addresses.map((address) => callOf(address, callers, known)))
    .filter(({ method, path }) => method !== 'HEAD' || HEAD_PATH.test(path));

type Address = (typeof addresses)[number];

function callOf({ name, of, method, path }: Address, callers: readonly string[], known: KnownValues): Arbitrary<Call> {
  const routes = addresses.filter((one) => one.method === method && one.path === path).map((one) => one.of);
  const fields = (schema: Route['body']) => almostMatching(matching(shapeOf(schema), known) as Arbitrary<Fields>);
  const asked = {
    caller: fc.oneof(
      fc.constant((of.role === 'operator' ? callers.find((one) => one === 'operator') : callers[0]) ?? ''),
      fc.constantFrom(...callers),
    ),
    verb: mostly(15, fc.constant<string>(method), fc.constantFrom(...VERBS)),
    params: of.params ? fields(of.params) : fc.constant({}),
    query: of.query ? fields(of.query) : mostly(6, fc.constant({}), fields(of.query)),
    body: of.body ? fields(of.body) : fc.constant({}),
    text: mostly(8, fc.constant(''), badBody),
    segment: mostly(20, fc.constant(''), badSegment),
    headers: arbitraryHeaders,
  };
  return fc.record(asked).map(({ caller, verb, params, query, body, text, segment, headers }) => {
    const given: Fields = { ...params, ...body };
    const parts = [...path.matchAll(/:([a-z_]+)/gi)].map(([, part = '']) => words(given[part]));
    const plain = path.replace(/:([a-z_]+)/gi, (_all, part: string) => encoded(given[part]));
    const hasBody = text !== '' || (method !== 'GET' && (of.body !== undefined || path !== of.path));
    return {
      name,
      caller,
      method: verb,
      path: `/api${segment === '' ? plain : plain.replace(/[^/]*$/, segment)}${searchOf(query)}`,
      headers: { ...(hasBody && { 'content-type': 'application/json' }), ...headers },
      // An alias takes from its body what the route takes from its path.
      ...(hasBody && { body: text || wire(path === of.path ? body : given) }),
      routes: verb !== method || segment !== '' || parts.includes('') ? [] : routes,
    };
  });
}

const shapeOf = (schema: Route['body']): JsonSchema => (schema ? toJsonSchema(schema) : { type: 'object' });

const words = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** Lone surrogates become U+FFFD, as in browsers. */
const encoded = (value: unknown): string => encodeURIComponent(words(value).toWellFormed());
const deep = (open: string, close: string): string => open.repeat(DEPTH) + close.repeat(DEPTH);
const wire = (body: unknown): string => words(JSON.stringify(body)).replaceAll(`"${DEEP}"`, deep('[', ']'));

/** An array becomes a repeated parameter. */
function searchOf(query: Fields): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${encoded(key)}=${encoded(one)}`),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

const VERBS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'QUERY'];

const badSegment = fc.constantFrom(
  ...'% %zz %ff %C0%AE %ED%A0%80 %00 %2f %2F%2e%2e .. . %2e%2e%2fprofile ; * :id a%20b \u00ff ? # // \\ ..\\ __proto__'.split(
    ' ',
  ),
  ...[600, 9_000, 20_000].map((length) => 'x'.repeat(length)),
);

const badBody = fc.oneof(
  fc.constantFrom(
    ...' |{|}|null|0|"x"|[]|[{}]|\ufeff{}|{"a":1}}|{"a":1,"a":2}|a=b|\0|{"a":1e999}|{"a":"\\ud800"}'.split('|'),
  ),
  fc.constantFrom('{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"toString":1}'),
  fc.constantFrom(deep('[', ']'), '{"a":'.repeat(9_000), `"${'x'.repeat(300_000)}"`),
  hostile.map(wire),
);

const date = 'Sun, 22 Nov 2026 00:00:00 GMT';
const tokens = ['', 'x', 'a.b.c', 'x'.repeat(4_000)];
const anyRange = fc.oneof(
  fc.constantFrom(
    ...'0- 0-0 -1 -0 5-1 99999999999999999999- 0-1,3-4,-1 a-b 0-1, - ,'.split(' ').map((span) => `bytes=${span}`),
  ),
  fc.constantFrom('bytes', 'items=0-1', 'bytes= 0 - 1', `bytes=${'0-0,'.repeat(1_500)}1-1`),
  fc.tuple(fc.nat(400_000), fc.nat(400_000)).map(([from, to]) => `bytes=${from}-${to}`),
);
/** At most two headers, each once: more would mask each other. */
const arbitraryHeaders: Arbitrary<Record<string, string>> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: headerOf('range', anyRange) },
      ...Object.entries({
        'if-range': ['"x"', 'W/"x"', '*', date, 'no date'],
        'if-none-match': ['*', '"x"', 'W/"x", "y"', '"', ''],
        'if-modified-since': [date, 'no date'],
        'accept-encoding': ['gzip', 'zstd', 'br;q=1, *;q=0', ''],
        'accept-language': ['de', 'x'.repeat(2_000), '*;q=9', ''],
        'content-type': [
          'application/json;charset=utf-16',
          'text/plain',
          'multipart/form-data',
          'json',
          '',
          'application/json;',
        ],
        authorization: ['Basic eDp5', 'Bearer', ...tokens.map((token) => `Bearer ${token}`)],
        'access-token': tokens,
        'refresh-token': tokens,
        cookie: [
          'promenade_session_=',
          'promenade_session_x=%zz',
          'promenade_session_y=1; '.repeat(300),
          ';;=;',
          '__proto__=1',
        ],
        'x-forwarded-for': ['1.2.3.4', '::1, x'],
      }).map(([name, values]) => headerOf(name, fc.constantFrom(...values))),
    ),
    { maxLength: 2 },
  )
  .map((some) => Object.fromEntries(some));

function headerOf(name: string, value: Arbitrary<string>): Arbitrary<[string, string]> {
  return value.map((text) => [name, text]);
}
