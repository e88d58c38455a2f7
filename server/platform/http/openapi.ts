import { routes as contractRoutes, schemas } from '@promenade/contract';
import { ErrorAnswer, type ErrorCode, errors } from '@promenade/contract/errors';
import type { Route } from '@promenade/contract/route';
import { acceptsApiToken } from '@promenade/contract/tokens';
import * as z from 'zod/mini';
import { SESSION_COOKIE_PREFIX } from './caller.ts';
import { hasEtag, UNKNOWN_ID } from './serve.ts';

type Schema = z.ZodMiniType;
type JsonObject = Record<string, unknown>;
type Responses = Record<
  string,
  { description?: string; headers?: JsonObject; content?: Record<string, { schema?: JsonObject }>; $ref?: string }
>;

export type ApiDocument = ReturnType<typeof buildDocument>;
export type ApiOperation = { operationId?: string | undefined } & ReturnType<typeof buildOperation>;

/** The objects of the contract by name, without those whose fields are parameters. */
const names = z.registry<{ id: string }>();
names.add(ErrorAnswer, { id: 'ErrorAnswer' });
const parts = new Set<unknown>(Object.values(contractRoutes).flatMap(({ params, query }) => [params, query]));
for (const [id, schema] of schemas) if (!parts.has(schema)) names.add(schema, { id });

/** The OpenAPI 3.1 document of the routes. */
export function buildDocument(routes: Route[]) {
  const operationIds = new Map(Object.entries(contractRoutes).map(([name, route]) => [route, name]));
  const components: JsonObject = {};
  /** Puts named objects into the components. */
  const share = (schema: Schema): JsonObject => {
    // The root of a document is never a reference.
    const { $defs, properties } = toJson(z.object({ root: schema }), names);
    for (const [name, { id: _id, ...definition }] of Object.entries($defs ?? {})) components[name] = definition;
    return properties.root;
  };
  const paths: Record<string, Record<string, ApiOperation>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([a-z]+)/gi, '{$1}');
    const operation = { operationId: operationIds.get(route), ...buildOperation(route, share) };
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  const tags = [...new Set(routes.map(tagOf))].sort().map((name) => ({ name, description: `Calls below /${name}.` }));
  const refused = { description: describeRefusals(ANY_ROUTE), ...jsonContent(share(ErrorAnswer)) };
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Promenade',
      version: '1',
      description: 'The API. Every path also answers below `player/v2/`.',
    },
    servers: [{ url: '/api' }],
    tags,
    paths,
    components: {
      securitySchemes: {
        access: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session.' },
        token: { type: 'http', scheme: 'bearer', description: 'A personal access token.' },
        // The name continues with the public id of the session.
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE_PREFIX },
        media: { type: 'apiKey', in: 'query', name: 'token' },
      },
      responses: { Refused: refused },
      schemas: components,
    },
  };
  return JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/')) as typeof document;
}

const tagOf = ({ path }: Route): string => path.split('/')[1] ?? '';

const SECURITY = {
  public: [],
  player: [{ access: [] }],
  picture: [{ access: [] }, { session: [] }],
  media: [{ access: [] }, { media: [], session: [] }],
} satisfies Record<NonNullable<Route['access']> | 'player', object[]>;

/** A change names the version that it changes. */
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: true,
  schema: { type: 'string', pattern: '^"[0-9a-f]+"$' },
} as const;

/** A call that is made once for each id. */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'An id of this call: a repetition within a day gets the first answer again and adds nothing',
  schema: { type: 'string', minLength: 1, maxLength: 100 },
} as const;

function buildOperation(route: Route, share: (schema: Schema) => JsonObject) {
  return {
    summary: route.summary,
    tags: [tagOf(route)],
    security: [...SECURITY[route.access ?? 'player'], ...(acceptsApiToken(route) ? [{ token: [] }] : [])],
    parameters: [
      ...buildParameters('path', route.params, share),
      ...buildParameters('query', route.query, share),
      ...(route.refuses?.includes('IF_MATCH_REQUIRED') ? [IF_MATCH] : []),
      ...(route.once ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(route.body && { requestBody: jsonContent(share(route.body)) }),
    responses: { ...buildSuccess(route, share), ...buildRefusals(route) } as Responses,
  };
}

function buildSuccess(route: Route, share: (schema: Schema) => JsonObject) {
  const { answer, file, status } = route;
  const headers = { ETag: { description: 'What `If-Match` takes', schema: { type: 'string' } } };
  if (answer)
    return {
      [status ?? 200]: { description: 'Done', ...(hasEtag(route) && { headers }), ...jsonContent(share(answer)) },
    };
  if (!file) return { [status ?? 204]: { description: 'Done' } };
  const content = { [file]: {} };
  return { 200: { description: 'The file', content }, 206: { description: 'Part of the file', content } };
}

/** What has no reason in the route itself. */
export const ANY_ROUTE = [
  'INVALID_JSON',
  'REQUEST_TIMEOUT',
  'TOO_LARGE',
  'URL_TOO_LONG',
  'UNSUPPORTED_MEDIA_TYPE',
  'HEADERS_TOO_LARGE',
  'UNEXPECTED',
  'STORAGE_UNAVAILABLE',
  'BUSY',
] as const satisfies ErrorCode[];

/** Of stored files. */
const FILES: ErrorCode[] = ['PRECONDITION_FAILED', 'RANGE_NOT_SATISFIABLE', 'FILE_DAMAGED'];

const describeRefusals = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => `\`${code}\`: ${errors[code][1]}`).join('\n\n');

/** What a route refuses beside `ANY_ROUTE`. */
export function listRefusals(route: Route): Set<ErrorCode> {
  const codes = new Set<ErrorCode>(route.refuses);
  if (route.access === 'media') codes.add('TOO_MANY_TRANSFERS');
  if (route.access === 'media' || route.access === 'picture') for (const code of FILES) codes.add(code);
  if (route.params ?? route.query ?? route.body) codes.add('VALIDATION');
  for (const id of Object.values((route.params as z.ZodMiniObject | undefined)?.shape ?? {})) {
    const code = UNKNOWN_ID.get(id);
    if (code) codes.add(code);
  }
  if (route.access !== 'public') codes.add('UNAUTHENTICATED');
  if (route.access !== 'public' && !acceptsApiToken(route)) codes.add('SESSION_REQUIRED');
  if (route.role) codes.add(route.role === 'operator' ? 'NOT_FOUND' : 'NOT_VERIFIED');
  return codes;
}

/** By status, each with its codes and their sentences. */
function buildRefusals(route: Route): Responses {
  const { content } = jsonContent({ $ref: '#/components/schemas/ErrorAnswer' });
  const byStatus = Map.groupBy(listRefusals(route), (code) => errors[code][0]);
  const refusals = [...byStatus].map(([status, group]): [number, Responses[string]] => {
    return [status, { description: describeRefusals(group), content }];
  });
  const others = { $ref: '#/components/responses/Refused' };
  return { ...Object.fromEntries(refusals), '4XX': others, '5XX': others };
}

const jsonContent = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });

function buildParameters(
  location: 'path' | 'query',
  schema: Schema | undefined,
  share: (schema: Schema) => JsonObject,
) {
  if (!schema) return [];
  const shared = share(schema);
  const { properties = {}, required = [] } = shared as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

/** The schema of the input side; checks that JSON Schema cannot express are left out. */
export function toJsonSchema(schema: Schema): object {
  const { $schema: _dialect, ...properties } = toJson(schema);
  return properties;
}

/** A record of an enum requires keys that nothing defines. */
const defineRecordKeys: NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'] = ({ jsonSchema }) => {
  if (jsonSchema.propertyNames && jsonSchema.required)
    jsonSchema.properties = Object.fromEntries(
      jsonSchema.required.map((name) => [name, jsonSchema.additionalProperties ?? {}]),
    );
};

const toJson = (schema: Schema, metadata?: typeof names) =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: defineRecordKeys,
    ...(metadata && { metadata }),
  }) as unknown as {
    $schema?: string;
    $defs?: Record<string, JsonObject>;
    properties: Record<string, JsonObject> & { root: JsonObject };
  };
