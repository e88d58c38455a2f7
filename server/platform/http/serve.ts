import { ReleaseId, TrackId } from '@promenade/contract/catalogue';
import { RunId } from '@promenade/contract/desk';
import type { ErrorCode } from '@promenade/contract/errors';
import { PAGE_HEADER } from '@promenade/contract/events';
import { VersionNumber, VersionText } from '@promenade/contract/fields';
import { LabelId } from '@promenade/contract/label';
import { ListId } from '@promenade/contract/lists/lists';
import { ConnectionId } from '@promenade/contract/network';
import { PlayerId } from '@promenade/contract/operatorPeople';
import { PlaylistId } from '@promenade/contract/playlists';
import type { Route, RouteAnswer, RouteInput } from '@promenade/contract/route';
import { ApiTokenId, acceptsApiToken } from '@promenade/contract/tokens';
import { DeliveryId } from '@promenade/contract/uploads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { ChangeCollector } from '../database/changes.ts';
import type { Db } from '../database/db.ts';
import { READ_AFTER_SECONDS, type Replicas } from '../database/replicas.ts';
import { runInScope } from '../process/scope.ts';
import { type Alias, aliases } from './aliases.ts';
import type { Authenticator, Caller, MediaCaller } from './caller.ts';
import type { RunOnce } from './onceCalls.ts';
import { getNetwork } from './rateLimit.ts';
import { Refusal } from './refusal.ts';
import type { StartTransfer } from './transferLimit.ts';

// zod/mini has no error messages of its own.
z.config(z.locales.en());

declare module 'fastify' {
  interface FastifyInstance {
    authenticator: Authenticator;
    /** The routes of `serve`, for the API document. */
    servedRoutes: Route[];
    /** The handlers of each method and path. Several routes may share one; the body decides. */
    handlersByPath: Map<string, { handler: Handler; bodyHas?: string | undefined }[]>;
    /** For tests: too slow for production. */
    contractCheck: ContractCheck | undefined;
    startTransfer: StartTransfer;
    /** Tells the event streams what requests changed. */
    changes: ChangeCollector;
    runOnce: RunOnce;
    replicas: Replicas;
    /** Whether browsers send cookies over TLS alone. */
    hasSecureCookies: boolean;
  }
}

/** Compares what calls answer with what the contract declares. */
export interface ContractCheck {
  /** @throws when the answer has another shape */
  answer(route: Route, answer: unknown): void;
  refusal(route: Route, reason: unknown): void;
}

/** An answer that is already serialized. */
export interface JsonText {
  json: string;
}

/** @param items JSON text of the items, separated by commas */
export const jsonPage = (
  items: string,
  { total, page, pagesize }: Record<'total' | 'page' | 'pagesize', number>,
): JsonText => ({ json: `{"items":[${items}],"total":${total},"page":${page},"pagesize":${pagesize}}` });

type CallerOf<R extends Route> = R['access'] extends 'public'
  ? undefined
  : R['access'] extends 'media'
    ? MediaCaller
    : Caller;
/**
 * Runs a query on a replica that has the writes of this browser, or on the primary; what throws on a replica runs on the
 * primary again. For lists, search and reports: access to one release, stream or download is checked on the primary.
 */
export type Read = <Result>(query: (db: Db) => Promise<Result>) => Promise<Result>;
type HandlerContext<R extends Route> = RouteInput<R> & {
  caller: CallerOf<R>;
  read: Read;
  /** Of a call that is made once: the transaction of its id. */
  db: R['once'] extends true ? Db : undefined;
  /** The network of the client for rate limits. */
  network: string;
  request: FastifyRequest;
  reply: FastifyReply;
};
/** A file route sends through `reply` and returns nothing. */
type HandlerResult<R extends Route> = R['file'] extends string ? void : RouteAnswer<R> | JsonText;

/** Serves a route of the contract below `/api`, under its path and its aliases: validates, authorises, answers. */
export function serve<R extends Route>(
  app: FastifyInstance,
  route: R,
  handle: (context: HandlerContext<R>) => HandlerResult<R> | Promise<HandlerResult<R>>,
): void {
  const respond = async (request: FastifyRequest, reply: FastifyReply, { params, body }: Input) => {
    // Fastify answers HEAD by the GET route; a GET without an answer has side effects, so HEAD is refused.
    if (request.method === 'HEAD' && !route.answer && !route.file) throw new Refusal('NOT_FOUND');
    const callers = route.access === 'public' ? [undefined] : await authorise(app.authenticator, route, request);
    // `setCacheControl` keeps a header that is set.
    if (callers.some((caller) => caller?.publicdevice)) reply.header('cache-control', 'no-store');
    const input = {
      params: parse('path', route.params, params, request.params),
      query: parse('query', route.query, request.query),
      body: parse('body', route.body, body, request.params),
    };
    if (route.access === 'media' && callers[0]) app.startTransfer(callers[0], route, reply.raw);
    const result = await tryCallers(callers, async (caller) => {
      const read: Read = (query) => app.replicas.read(query, readRequest(caller, request));
      const context = { ...input, caller, read, network: getNetwork(request.ip), request, reply };
      // The schemas guarantee the types that the contract declares.
      const run = async (db?: Db) => handle({ ...context, db } as unknown as HandlerContext<R>);
      const answer = await (route.once ? app.runOnce(request, caller?.accountid, run) : run());
      if (route.changes && caller) app.changes.addCounts(caller.accountid, getPage(request));
      if (caller && app.replicas.isUsed && isWriting(route)) await setReadAfter(app, reply);
      return answer;
    });
    return route.file === undefined ? sendAnswer(app, route, reply, result) : reply;
  };
  const run = (...input: Parameters<typeof respond>) => checkRefusal(app, route, respond(...input));
  app.servedRoutes.push(route);
  register(app, route, (request, reply) => run(request, reply, request));
  for (const alias of aliases.filter((candidate) => candidate.route === route))
    register(app, alias, (request, reply) =>
      run(request, reply, { params: aliasParams(request), body: aliasBody(route, request) }),
    );
}

/** The page that shows the change of this request itself; what is no UUID is none. */
export const getPage = ({ headers }: FastifyRequest): string | undefined => PageId.safeParse(headers[PAGE_HEADER]).data;
const PageId = z.optional(z.uuid());

/** In tests, an answer is a fault that refuses what its route does not declare. */
export const checkRefusal = <Answer>(app: FastifyInstance, route: Route, answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((reason: unknown) => {
    app.contractCheck?.refusal(route, reason);
    throw reason;
  });

/** The cookie with the position of the browser's last write. */
const READ_AFTER = 'read-after';

const readRequest = (caller: Caller | undefined, { cookies }: FastifyRequest) => ({
  accountid: caller?.accountid ?? 0,
  after: Number(cookies[READ_AFTER] ?? 0) || 0,
});

/** A GET without an answer has side effects. */
const isWriting = ({ method, answer, file }: Route) => method !== 'GET' || !(answer || file);

async function setReadAfter(app: FastifyInstance, reply: FastifyReply): Promise<void> {
  // The write is done: when its position is unknown, reads go to the primary.
  const position = await app.replicas.getPosition().catch(() => Infinity);
  const attributes = { path: '/api', httpOnly: true, sameSite: 'strict', secure: app.hasSecureCookies } as const;
  reply.setCookie(READ_AFTER, String(position), { ...attributes, maxAge: READ_AFTER_SECONDS });
}

type Input = Pick<FastifyRequest, 'params' | 'body'>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function register(app: FastifyInstance, { method, path, bodyHas }: Omit<Alias, 'route'>, handler: Handler): void {
  const key = `${method} ${path}`;
  const handlers = app.handlersByPath.get(key) ?? [];
  handlers.push({ handler, bodyHas });
  // A handler that needs a body field comes before the one that accepts everything.
  handlers.sort((a, b) => Number(a.bodyHas === undefined) - Number(b.bodyHas === undefined));
  if (app.handlersByPath.has(key)) return;
  app.handlersByPath.set(key, handlers);
  const findHandler = ({ body }: FastifyRequest) =>
    handlers.find(({ bodyHas: field }) => field === undefined || (isObject(body) && field in body)) ?? handlers[0];
  app.route({
    method,
    url: `/api${path}`,
    handler: async (request, reply) =>
      runInScope({ requestid: request.id, span: request.span }, () => findHandler(request)?.handler(request, reply)),
  });
}

/** Adds path parameters to the body: an alias may have in its path what the route has in its body. */
const aliasBody = (route: Route, { body, params }: Input): unknown =>
  route.params || !route.body || !isObject(params) ? body : { ...params, ...(isObject(body) ? body : {}) };

/** Adds body fields to the path parameters; `id` may stand for `releaseid` (requirements C-API-24, C-API-58). */
const aliasParams = ({ body, params }: Input): unknown =>
  isObject(body) && isObject(params) ? { releaseid: 'id' in body ? body.id : undefined, ...body, ...params } : params;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function sendAnswer(app: FastifyInstance, route: Route, reply: FastifyReply, answer: unknown) {
  reply.header('cache-control', 'no-store');
  if (answer === undefined) return reply.code(route.status ?? 204).send();
  const text = isJsonText(answer) ? answer.json : JSON.stringify(answer);
  // `hasEtag` tells whether the contract declares it.
  const { version } = answer as { version: string | number };
  if (hasEtag(route)) reply.header('etag', `"${version}"`);
  app.contractCheck?.answer(route, isJsonText(answer) ? JSON.parse(text) : answer);
  return reply
    .code(route.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(text);
}

const VERSIONS: unknown[] = [VersionNumber, VersionText];
/** Whether the answer has a version that `If-Match` takes. */
export const hasEtag = ({ answer }: Route): boolean =>
  answer !== undefined && 'shape' in answer && VERSIONS.includes((answer as z.ZodMiniObject).shape['version']);

const isJsonText = (answer: unknown): answer is JsonText =>
  isObject(answer) && 'json' in answer && typeof answer.json === 'string';

const ACCESS_STATUSES = [403, 404, 410];

/** Answers as the first caller who has access; a request for a picture may carry the cookies of several sessions. */
async function tryCallers<C, Result>(callers: C[], run: (caller: C) => Promise<Result>): Promise<Result> {
  let refusal: Refusal | undefined;
  for (const [index, caller] of callers.entries()) {
    try {
      return await run(caller);
    } catch (reason) {
      if (!(reason instanceof Refusal && ACCESS_STATUSES.includes(reason.status))) throw reason;
      if (index === 0) refusal = reason;
    }
  }
  throw refusal ?? new Refusal('UNAUTHENTICATED');
}

/** For routes that `serve` cannot serve; personal access tokens are accepted. @throws UNAUTHENTICATED */
export async function requireCaller(authenticator: Authenticator, request: FastifyRequest): Promise<Caller> {
  const token = getAccessToken(request);
  const caller = token ? await authenticator.findByAccessToken(token) : undefined;
  if (!caller) throw new Refusal('UNAUTHENTICATED');
  return caller;
}

async function authorise(authenticator: Authenticator, route: Route, request: FastifyRequest): Promise<Caller[]> {
  const callers = await findCallers(authenticator, route, request);
  if (callers.length === 0) throw new Refusal('UNAUTHENTICATED');
  if (callers[0]?.isMachine && !acceptsApiToken(route)) throw new Refusal('SESSION_REQUIRED');
  const permitted = callers.filter((caller) => !route.role || caller[route.role]);
  if (permitted.length === 0) throw new Refusal(route.role === 'operator' ? 'NOT_FOUND' : 'NOT_VERIFIED');
  return permitted;
}

async function findCallers(authenticator: Authenticator, route: Route, request: FastifyRequest): Promise<Caller[]> {
  const accessToken = getAccessToken(request);
  if (accessToken) return compact(await authenticator.findByAccessToken(accessToken));
  if (route.access === 'picture') {
    // Browsers that do not know SameSite send the cookies of pictures to other sites' pages, too.
    if (request.headers['sec-fetch-site'] === 'cross-site') return [];
    return [...(await authenticator.findByCookies(request.cookies)).values()];
  }
  const { token } = request.query as { token?: unknown };
  const { id } = request.params as { id: string };
  return route.access === 'media' && typeof token === 'string'
    ? compact(await authenticator.findByMediaToken(token, `${route.object}:${id}`, request.cookies))
    : [];
}

const compact = <Value>(value: Value | undefined): Value[] => (value === undefined ? [] : [value]);

/** A session's or a personal one, from `Authorization: Bearer` or the header `access-token` (requirement A-API-32). */
function getAccessToken({ headers }: FastifyRequest): string | undefined {
  const { authorization, 'access-token': token } = headers;
  if (authorization?.startsWith('Bearer ')) return authorization.slice(7);
  return typeof token === 'string' ? token : undefined;
}

function parse(location: string, schema: z.ZodMiniType | undefined, value: unknown, pathParams?: unknown): unknown {
  if (!schema) return undefined;
  // Fastify gives null for a missing body; a schema with optional fields only accepts undefined.
  const parsed = schema.safeParse(value === null ? undefined : value);
  if (parsed.success) return parsed.data;
  throw unknownIdRefusal(parsed.error, schema, pathParams) ?? validationRefusal(parsed.error, location);
}

/** What an id in the path refuses when it names nothing. */
export const UNKNOWN_ID = new Map<unknown, ErrorCode>([
  [ReleaseId, 'RELEASE_NOT_FOUND'],
  [TrackId, 'TRACK_NOT_FOUND'],
  [PlaylistId, 'PLAYLIST_NOT_FOUND'],
  [ConnectionId, 'CONNECTION_NOT_FOUND'],
  [LabelId, 'LABEL_NOT_FOUND'],
  [DeliveryId, 'DELIVERY_NOT_FOUND'],
  [ListId, 'LIST_NOT_FOUND'],
  [RunId, 'RUN_NOT_FOUND'],
  [PlayerId, 'ACCOUNT_NOT_FOUND'],
  [ApiTokenId, 'API_TOKEN_NOT_FOUND'],
]);

/** An id in the path that has not the form of an id is refused as one that does not exist. */
function unknownIdRefusal({ issues }: z.core.$ZodError, schema: z.ZodMiniType, pathParams: unknown) {
  const isUnknownId = ({ path: [name = ''], ...issue }: z.core.$ZodIssue) =>
    issue.code === 'invalid_format' && issue.format === 'uuid' && isObject(pathParams) && name in pathParams;
  const name = issues.find(isUnknownId)?.path[0];
  if (name === undefined) return undefined;
  const { shape } = schema as z.ZodMiniObject;
  return new Refusal(UNKNOWN_ID.get(shape[String(name)]) ?? 'NOT_FOUND');
}

/** A refusal with the first problem of each field. */
export function validationRefusal({ issues }: Pick<z.core.$ZodError, 'issues'>, location = 'body'): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.') || location] ??= issue.message;
  return new Refusal('VALIDATION', fields);
}
