import { routes } from '@promenade/contract';
import type { Route } from '@promenade/contract/route';
import fc, { type Arbitrary } from 'fast-check';
import { aliases } from '../server/platform/http/aliases.ts';
import { jsonSchema } from '../server/platform/http/openapi.ts';
import { DEEP, type Fields, fitting, hostile, type Known, nearly, often, type Shape } from './arbitraries.ts';

/** A request as it goes over the wire, and by whom. */
export interface Call {
  /** The route it was made from. */
  name: string;
  caller: string;
  method: string;
  /** With its query, encoded. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Whose answers are right at this address; nobody's where method or path were spoilt. */
  answering: Route[];
}

const DEPTH = 60_000;
/** Node refuses other paths before it knows that they are a HEAD's, whose answer has no body. */
const HEAD_PATH = /^[!-~]{1,8000}$/;

const named = Object.entries(routes);
const addresses = [
  ...named.map(([name, of]) => ({ name, of, method: of.method, path: of.path })),
  ...aliases.map((alias) => ({ ...alias, name: named.find(([, route]) => route === alias.of)?.[0] ?? '' })),
];

/** Any call of the contract, or what is nearly one, by any of these callers, half of them by the first. */
export const anyCall = (callers: readonly string[], known: Known): Arbitrary<Call> =>
  fc
    .oneof(...addresses.map((address) => callOf(address, callers, known)))
    .filter(({ method, path }) => method !== 'HEAD' || HEAD_PATH.test(path));

type Address = (typeof addresses)[number];

function callOf({ name, of, method, path }: Address, callers: readonly string[], known: Known): Arbitrary<Call> {
  const answering = addresses.filter((one) => one.method === method && one.path === path).map((one) => one.of);
  const fields = (schema: Route['body']) => nearly(fitting(shapeOf(schema), known) as Arbitrary<Fields>);
  const asked = {
    caller: fc.oneof(fc.constant(callers[0] ?? ''), fc.constantFrom(...callers)),
    verb: often(15, fc.constant<string>(method), fc.constantFrom(...VERBS)),
    params: of.params ? fields(of.params) : fc.constant({}),
    query: of.query ? fields(of.query) : often(6, fc.constant({}), fields(of.query)),
    body: of.body ? fields(of.body) : fc.constant({}),
    text: often(8, fc.constant(''), badBody),
    segment: often(20, fc.constant(''), badSegment),
    headers: someHeaders,
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
      // An alias reads from its body what the call reads from its path.
      ...(hasBody && { body: text || wire(path === of.path ? body : given) }),
      answering: verb !== method || segment !== '' || parts.includes('') ? [] : answering,
    };
  });
}

const shapeOf = (schema: Route['body']): Shape => (schema ? jsonSchema(schema) : { type: 'object' });

const words = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** Half characters leave as U+FFFD, which is how a browser sends them. */
const encoded = (value: unknown): string => encodeURIComponent(words(value).toWellFormed());
const deep = (open: string, close: string): string => open.repeat(DEPTH) + close.repeat(DEPTH);
const wire = (body: unknown): string => words(JSON.stringify(body)).replaceAll(`"${DEEP}"`, deep('[', ']'));

/** An array stands for the same name again and again. */
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
/** Each at most once, mostly one or two: all at once would hide each other. */
const someHeaders: Arbitrary<Record<string, string>> = fc
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
        cookie: ['promenade_pictures=', 'promenade_pictures=%zz', ';;=;', '__proto__=1'],
        'x-forwarded-for': ['1.2.3.4', '::1, x'],
      }).map(([name, values]) => headerOf(name, fc.constantFrom(...values))),
    ),
    { maxLength: 2 },
  )
  .map((some) => Object.fromEntries(some));

function headerOf(name: string, value: Arbitrary<string>): Arbitrary<[string, string]> {
  return value.map((text) => [name, text]);
}
