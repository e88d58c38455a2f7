import type { Answer, Asked, Route } from '@promenade/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Alias, aliases } from './aliases.ts';
import { type Caller, type Callers, PICTURE_COOKIE } from './caller.ts';
import { networkOf } from './rateLimit.ts';
import { Refusal } from './refusal.ts';

// The small build of the schema library brings no sentences of its own.
z.config(z.locales.en());

declare module 'fastify' {
  interface FastifyInstance {
    callers: Callers;
    /** What `serve` registered, for the API document. */
    served: Route[];
    /** By method and path: the calls that answer there. */
    claims: Map<string, { handler: Handler; bodyHas: string | undefined }[]>;
    /** Tests let every answer be read by its schema; the hot path does not. */
    checkAnswers: boolean;
  }
}

/** An answer that is JSON text already. */
export interface Json {
  json: string;
}

/** A page of a list whose items are JSON text already. */
export const jsonPage = (
  items: string[],
  { total, page, pagesize }: Record<'total' | 'page' | 'pagesize', number>,
): Json => ({ json: `{"items":[${items.join(',')}],"total":${total},"page":${page},"pagesize":${pagesize}}` });

type CallerOf<R extends Route> = R['access'] extends 'public' ? undefined : Caller;
type Context<R extends Route> = Asked<R> & {
  caller: CallerOf<R>;
  /** Where the call comes from, as limits count it. */
  network: string;
  request: FastifyRequest;
  reply: FastifyReply;
};
/** A file leaves by the reply itself. */
type Given<R extends Route> = R['file'] extends string ? void : Answer<R> | Json;

/** Serves one call of the contract below `/api`: reads what was asked by its schemas, finds the caller, answers. */
export function serve<R extends Route>(
  app: FastifyInstance,
  route: R,
  handle: (asked: Context<R>) => Given<R> | Promise<Given<R>>,
): void {
  const run: Run = async (request, reply, { params, body }) => {
    // A GET answers HEAD, too, and a look must change nothing: what has nothing to show has effects.
    if (request.method === 'HEAD' && !route.answer && !route.file) throw new Refusal('NOT_FOUND');
    const caller = await authorise(app.callers, route, request);
    const asked = {
      params: read('path', route.params, params),
      query: read('query', route.query, request.query),
      body: read('body', route.body, body),
    };
    const context = { ...asked, caller, network: networkOf(request.ip), request, reply };
    // The schemas above made these the types that the contract declares.
    const given = await handle(context as unknown as Context<R>);
    if (route.file !== undefined) return reply;
    return answer(app, route, reply, given);
  };
  app.served.push(route);
  register(app, route, (request, reply) => run(request, reply, request));
  for (const alias of aliases.filter(({ of }) => of === route)) {
    register(
      app,
      alias,
      (request, reply) => run(request, reply, { params: paramsOf(request), body: bodyOf(route, request) }),
      alias.bodyHas,
    );
  }
}

type Sent = Pick<FastifyRequest, 'params' | 'body'>;
type Run = (request: FastifyRequest, reply: FastifyReply, sent: Sent) => Promise<unknown>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** One address may belong to two calls; the one that finds its field in the body comes first. */
function register(
  app: FastifyInstance,
  { method, path }: Pick<Alias, 'method' | 'path'>,
  handler: Handler,
  bodyHas?: string,
): void {
  const address = `${method} ${path}`;
  const claims = app.claims.get(address) ?? [];
  const isFirst = claims.length === 0;
  claims.push({ handler, bodyHas });
  claims.sort((one, other) => Number(one.bodyHas === undefined) - Number(other.bodyHas === undefined));
  app.claims.set(address, claims);
  if (!isFirst) return;
  const claimed = ({ body }: FastifyRequest) =>
    claims.find(({ bodyHas: field }) => field === undefined || (isObject(body) && field in body)) ?? claims[0];
  app.route({
    method,
    url: `/api${path}`,
    handler: async (request, reply) => claimed(request)?.handler(request, reply),
  });
}

/** An alias may name in its path what the call reads from its body. */
const bodyOf = (route: Route, { body, params }: Sent): unknown =>
  route.params || !route.body || !isObject(params) ? body : { ...params, ...(isObject(body) ? body : {}) };

/** And in its body what the call reads from its path; there `id` may stand for `releaseid` (C-API-24, C-API-58). */
const paramsOf = ({ body, params }: Sent): unknown =>
  isObject(body) && isObject(params) ? { releaseid: 'id' in body ? body.id : undefined, ...body, ...params } : params;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function answer(app: FastifyInstance, route: Route, reply: FastifyReply, given: unknown) {
  reply.header('cache-control', 'no-store');
  if (given === undefined) return reply.code(route.status ?? 204).send();
  const raw = isJson(given);
  if (app.checkAnswers && route.answer) route.answer.parse(raw ? JSON.parse(given.json) : given);
  return reply
    .code(route.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(raw ? given.json : JSON.stringify(given));
}

const isJson = (given: unknown): given is Json =>
  typeof given === 'object' && given !== null && 'json' in given && typeof given.json === 'string';

async function authorise(callers: Callers, route: Route, request: FastifyRequest): Promise<Caller | undefined> {
  if (route.access === 'public') return undefined;
  const caller = await findCaller(callers, route, request);
  if (!caller) throw new Refusal('UNAUTHENTICATED');
  if (route.role === 'verified' && !caller.verified) throw new Refusal('NOT_VERIFIED');
  if (route.role === 'operator' && !caller.operator) throw new Refusal('OPERATORS_ONLY');
  return caller;
}

function findCaller(callers: Callers, route: Route, request: FastifyRequest): Promise<Caller | undefined> | undefined {
  const bearer = accessToken(request);
  if (bearer) return callers.byAccessToken(bearer);
  if (route.access === 'picture') {
    const cookie = request.cookies[PICTURE_COOKIE];
    return cookie ? callers.byPictureCookie(cookie) : undefined;
  }
  if (route.access === 'media') {
    const { token } = request.query as { token?: unknown };
    const { id } = request.params as { id: string };
    return typeof token === 'string' ? callers.byMediaToken(token, `${route.object}:${id}`) : undefined;
  }
  return undefined;
}

/** From `Authorization: Bearer`, else from a header `access-token` (A-API-32). */
function accessToken({ headers }: FastifyRequest): string | undefined {
  const bearer = headers.authorization;
  if (bearer?.startsWith('Bearer ')) return bearer.slice(7);
  const plain = headers['access-token'];
  return typeof plain === 'string' ? plain : undefined;
}

function read(where: string, schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  // A call without a body may still have one whose fields are all optional.
  const found = schema.safeParse(value === null ? undefined : value);
  if (found.success) return found.data;
  throw invalid(found.error, where);
}

/** A schema says no: each field at fault with the first thing that is wrong with it. */
export function invalid({ issues }: Pick<z.core.$ZodError, 'issues'>, where = 'body'): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.') || where] ??= issue.message;
  return new Refusal('VALIDATION', fields);
}
