import { ErrorAnswer } from '@promenade/contract/errors';
import type { Route } from '@promenade/contract/route';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { SESSION_COOKIE_PREFIX } from './caller.ts';

type Schema = z.ZodMiniType;

/** Serves the OpenAPI 3.1 document of all routes. */
export function apiDocumentRoute(app: FastifyInstance): void {
  let text: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(buildDocument(app.servedRoutes));
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

function buildDocument(routes: Route[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([a-z]+)/gi, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: buildOperation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Promenade',
      version: '1',
      description: 'The player API. Every path also answers below `player/v2/`.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        access: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        // The name continues with the public id of the session.
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE_PREFIX },
        media: { type: 'apiKey', in: 'query', name: 'token' },
      },
      responses: { Refused: { description: 'Refused', ...jsonContent(ErrorAnswer) } },
    },
  };
}

const SECURITY = {
  public: [],
  player: [{ access: [] }],
  picture: [{ access: [] }, { session: [] }],
  media: [{ access: [] }, { media: [], session: [] }],
} satisfies Record<NonNullable<Route['access']> | 'player', object[]>;

function buildOperation(route: Route) {
  return {
    summary: route.summary,
    security: SECURITY[route.access ?? 'player'],
    parameters: [...buildParameters('path', route.params), ...buildParameters('query', route.query)],
    ...(route.body && { requestBody: jsonContent(route.body) }),
    responses: { ...buildSuccess(route), default: { $ref: '#/components/responses/Refused' } },
  };
}

function buildSuccess({ answer, file, status }: Route) {
  if (answer) return { [status ?? 200]: { description: 'Done', ...jsonContent(answer) } };
  if (!file) return { [status ?? 204]: { description: 'Done' } };
  const content = { [file]: {} };
  return { 200: { description: 'The file', content }, 206: { description: 'Part of the file', content } };
}

const jsonContent = (schema: Schema) => ({ content: { 'application/json': { schema: toJsonSchema(schema) } } });

function buildParameters(location: 'path' | 'query', schema: Schema | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

/** The schema of the input side; checks that JSON Schema cannot express are left out. */
export function toJsonSchema(schema: Schema): object {
  const { $schema: _dialect, ...properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return properties;
}
