import { createServer } from 'node:http';
import cookie from '@fastify/cookie';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { createAuthenticator } from './access/authenticator.ts';
import { accessRoutes } from './access/routes.ts';
import { applyRules } from './accounts/packageRules.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { createCatalogueStats } from './catalogue/catalogueStats.ts';
import { createFilterChoiceCache } from './catalogue/filterChoices.ts';
import { createGallery } from './catalogue/gallery.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { deskRoutes } from './desk/routes.ts';
import { createEventHub } from './events/eventHub.ts';
import { eventRoutes } from './events/routes.ts';
import { uploadCalls } from './ingest/uploads/deliveries.ts';
import { labelRoutes } from './label/routes.ts';
import { libraryRoutes } from './library/routes.ts';
import { listsRoutes } from './lists/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { createSheetRenderer } from './media/sheet/sheetQueue.ts';
import { networkRoutes } from './network/routes.ts';
import { notifyRoutes } from './notify/routes.ts';
import { operatorRoutes } from './operator/routes.ts';
import type { AppContext } from './platform/context.ts';
import { createChangeCollector } from './platform/database/changes.ts';
import { createReplicas } from './platform/database/replicas.ts';
import { apiDocumentRoutes } from './platform/http/apiPage.ts';
import { handleError, isDatabaseOverload, refuseNotFound } from './platform/http/errorHandler.ts';
import { healthRoutes } from './platform/http/health.ts';
import { type LoadLimits, shedLoad } from './platform/http/loadShedding.ts';
import { createRunOnce } from './platform/http/onceCalls.ts';
import { removePorts } from './platform/http/rateLimit.ts';
import { startInTurns } from './platform/http/requestTurns.ts';
import {
  addHeaders,
  compressResponses,
  createAnswerOptions,
  drainBodies,
  securityHeaders,
} from './platform/http/responseHooks.ts';
import type { ContractCheck } from './platform/http/serve.ts';
import { isPage, serveWeb } from './platform/http/serveWeb.ts';
import { prepareStop } from './platform/http/stopServer.ts';
import { createTransferLimit } from './platform/http/transferLimit.ts';
import { metricsRoute } from './platform/monitoring/metricsRoute.ts';
import { observeRequests } from './platform/monitoring/observeRequests.ts';
import { playlistRoutes } from './playlists/routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { shelfRoutes } from './shelf/routes.ts';

const BODY_BYTES = 256 * 1024;
/** The maximum of a request line in Node, so that an overlong id is answered like any unknown one. */
const PATH_PARAMETER_MAX = 16_384;

/** Longer than proxies keep an unused connection, so that they close it first. */
const KEEP_ALIVE_MS = 72_000;

interface Timeouts {
  /** From the first byte of a request to the end of its headers. */
  headersMs: number;
  /** From the first byte of a request to the end of its body. */
  requestMs: number;
  /** Without a byte in either direction: a reader that takes nothing, a connection that sends nothing. */
  idleMs: number;
  checkMs: number;
}
const TIMEOUTS: Timeouts = { headersMs: 15_000, requestMs: 60_000, idleMs: 60_000, checkMs: 1_000 };

export interface AppOptions {
  contractCheck?: ContractCheck;
  /** The folder of the built web app; without it only the API is served. */
  webRoot?: string;
  timeouts?: Partial<Timeouts>;
  loadLimits?: Partial<LoadLimits>;
  /** A replica that lags more is left out; 5 s. */
  replicaLagMs?: number;
}

function refuseSchema(): never {
  throw new Error('Routes have no JSON Schema.');
}

/** Creates the server with every route; it does not listen yet. */
export async function buildApp(
  context: AppContext,
  { contractCheck, webRoot, timeouts, loadLimits, replicaLagMs }: AppOptions = {},
): Promise<FastifyInstance> {
  const headers = securityHeaders(context.config);
  const { headersMs, requestMs, idleMs, checkMs } = { ...TIMEOUTS, ...timeouts };
  const app = fastify({
    bodyLimit: BODY_BYTES,
    serverFactory: (handler) => {
      const start = startInTurns(handler);
      const limits = { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: checkMs };
      // Node would answer a request without Host itself, without our headers.
      const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
        // The absolute form of RFC 9112 (3.2.2), which a proxy may send.
        request.url = request.url?.replace(/^https?:\/\/[^/?]*/i, '');
        // Some proxies add the port of the client, and each connection would be a network of its own.
        const { 'x-forwarded-for': addresses } = request.headers;
        if (typeof addresses === 'string') request.headers['x-forwarded-for'] = removePorts(addresses);
        start(request, response);
      });
      // Read while the connection is open, the address stays known when it is closed.
      server.on('connection', (socket) => void socket.remoteAddress);
      server.keepAliveTimeout = KEEP_ALIVE_MS;
      return server.setTimeout(idleMs);
    },
    // `prepareStop` answers instead.
    return503OnClosing: false,
    ...createAnswerOptions(headers),
    loggerInstance: context.log,
    // Fastify would refuse a page whose address is mangled or long.
    rewriteUrl: ({ method, url = '/' }) =>
      webRoot && isPage(method, url) ? '/' : url.replace(/^\/api\/+player\/v2\//, '/api/'),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: PATH_PARAMETER_MAX },
    trustProxy: context.config.trustProxy,
    // The contract parses requests; without these, Fastify loads compilers of JSON Schema.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
  });
  app.decorate('authenticator', await createAuthenticator(context));
  app.decorate('servedRoutes', []);
  app.decorate('handlersByPath', new Map());
  app.decorate('contractCheck', contractCheck);
  app.decorate('startTransfer', createTransferLimit());
  app.decorate('runOnce', createRunOnce(context.db, context.now));
  const stats = createCatalogueStats(context.db, context.now, context.metrics);
  const gallery = createGallery(context, stats);
  app.decorate('changes', createChangeCollector(context.db, context.log, gallery.clearCache));
  app.addHook('onClose', () => app.changes.close());
  const replicas = createReplicas(context, {
    urls: context.config.databaseReadUrls,
    log: context.log,
    lagMaxMs: replicaLagMs,
  });
  app.decorate('replicas', replicas);
  app.addHook('onClose', () => replicas.close());
  app.decorate('hasSecureCookies', context.config.publicUrl?.startsWith('https:') ?? false);
  addHeaders(app, headers);
  drainBodies(app);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (isDatabaseOverload(error)) context.metrics?.shedRequests.inc({ reason: 'database' });
    handleError(error, request, reply);
  });
  await shedLoad(app, loadLimits, context.metrics);
  observeRequests(app, context);
  prepareStop(app);
  await app.register(cookie);
  compressResponses(app);
  accessRoutes(app, { ...context, applyRules: (db, accountid) => applyRules({ ...context, db }, accountid) });
  const choices = createFilterChoiceCache(context);
  const hub = await createEventHub(context, {
    onTaken() {
      replicas.pin();
      gallery.clearCache();
      choices.clear();
    },
    onChanged(accountids) {
      replicas.pin(accountids);
      for (const accountid of accountids) gallery.clearCache(accountid);
    },
  });
  eventRoutes(app, hub);
  catalogueRoutes(app, context, { gallery, stats, choices });
  const renderSheet = createSheetRenderer();
  await mediaRoutes(app, context, renderSheet);
  libraryRoutes(app, context, gallery);
  shelfRoutes(app, context);
  listsRoutes(app, context);
  calendarRoutes(app, context);
  deskRoutes(app, context, gallery, renderSheet);
  playlistRoutes(app, context);
  networkRoutes(app, context);
  notifyRoutes(app, context);
  operatorRoutes(app, context);
  privacyRoutes(app, context);
  labelRoutes(app, context);
  reportRoutes(app, context, renderSheet);
  healthRoutes(app, context);
  const { metrics, config } = context;
  if (metrics && config.metrics.token !== undefined) metricsRoute(app, metrics, config.metrics.token);
  apiDocumentRoutes(app, context, uploadCalls);
  if (webRoot) await serveWeb(app, context, webRoot);
  else app.setNotFoundHandler(refuseNotFound);
  return app;
}
