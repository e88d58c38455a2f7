import { ErrorAnswer } from '@promenade/contract/errors';
import type { Route } from '@promenade/contract/route';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** Serves the description of every call that is served, made from the contract (OpenAPI 3.1). */
export function apiDocument(app: FastifyInstance): void {
  let text: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(describe(app.served));
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

function describe(routes: Route[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([a-z]+)/gi, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
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
        picture: { type: 'apiKey', in: 'cookie', name: 'promenade_pictures' },
        media: { type: 'apiKey', in: 'query', name: 'token' },
      },
      responses: {
        Refused: { description: 'Refused', content: { 'application/json': { schema: jsonSchema(ErrorAnswer) } } },
      },
    },
  };
}

const SECURITY = {
  public: [],
  player: [{ access: [] }],
  picture: [{ access: [] }, { picture: [] }],
  media: [{ access: [] }, { media: [] }],
} satisfies Record<Route['access'], object[]>;

function operation(route: Route) {
  return {
    summary: route.summary,
    security: SECURITY[route.access],
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(route.body && { requestBody: { content: { 'application/json': { schema: jsonSchema(route.body) } } } }),
    responses: { ...success(route), default: { $ref: '#/components/responses/Refused' } },
  };
}

function success({ answer, file, status }: Route) {
  if (answer)
    return {
      [status ?? 200]: { description: 'Done', content: { 'application/json': { schema: jsonSchema(answer) } } },
    };
  if (file)
    return {
      200: { description: 'The file', content: { [file]: {} } },
      206: { description: 'Part of the file', content: { [file]: {} } },
    };
  return { [status ?? 204]: { description: 'Done' } };
}

function parameters(where: 'path' | 'query', schema: Schema | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

/** What the wire may carry: the input side; a step that only code can say becomes "anything". */
export function jsonSchema(schema: Schema): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
