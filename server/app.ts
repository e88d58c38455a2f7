import type { Server } from 'node:http';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { createAuthenticator } from './access/authenticator.ts';
import { accessRoutes } from './access/routes.ts';
import { createCatalogueStats } from './catalogue/catalogueStats.ts';
import { createGallery } from './catalogue/gallery.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { libraryRoutes } from './library/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { networkRoutes } from './network/routes.ts';
import { notifyRoutes } from './notify/routes.ts';
import { operatorRoutes } from './operator/routes.ts';
import type { AppContext } from './platform/context.ts';
import { handleClientError, handleError, refuseNotFound } from './platform/http/errorHandler.ts';
import { healthRoutes } from './platform/http/health.ts';
import { apiDocumentRoute } from './platform/http/openapi.ts';
import { compressResponses, securityHeaders } from './platform/http/responseHooks.ts';
import { serveWeb } from './platform/http/serveWeb.ts';
import { playlistRoutes } from './playlists/routes.ts';

const BODY_BYTES = 256 * 1024;
/** Long enough for an email address. */
const PATH_PARAMETER_MAX = 512;
const IDLE_CHECK_MS = 100;

/**
 * Creates the server with every route; it does not listen yet. `validateAnswers` checks each answer against its schema,
 * for tests. `webRoot` is the folder of the built web app; without it only the API is served.
 */
export async function buildApp(
  context: AppContext,
  { validateAnswers = false, webRoot }: { validateAnswers?: boolean; webRoot?: string } = {},
): Promise<FastifyInstance> {
  const headers = securityHeaders(context.config);
  const app = fastify({
    bodyLimit: BODY_BYTES,
    clientErrorHandler: handleClientError,
    // A malformed URL bypasses the hooks, so the headers are set here.
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(headers)),
    logController: new LogController({ disableRequestLogging: true }),
    loggerInstance: context.log,
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/api\/+player\/v2\//, '/api/'),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: PATH_PARAMETER_MAX },
    trustProxy: context.config.trustProxy,
  });
  app.decorate('authenticator', await createAuthenticator(context));
  app.decorate('servedRoutes', []);
  app.decorate('handlersByPath', new Map());
  app.decorate('validateAnswers', validateAnswers);
  await app.register(cookie);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  compressResponses(app);
  app.addHook('preClose', async () => closeIdleConnections(app.server));
  app.setErrorHandler(handleError);
  accessRoutes(app, context);
  const stats = createCatalogueStats(context.db, context.now);
  const gallery = createGallery(context, stats);
  catalogueRoutes(app, context, { gallery, stats });
  mediaRoutes(app, context);
  libraryRoutes(app, context, gallery);
  playlistRoutes(app, context);
  networkRoutes(app, context);
  notifyRoutes(app, context);
  operatorRoutes(app, context);
  healthRoutes(app, context);
  apiDocumentRoute(app);
  if (webRoot) await serveWeb(app, context.config, webRoot);
  else app.setNotFoundHandler(refuseNotFound);
  return app;
}

/** Closes keep-alive connections while the server stops: Node only closes those that are idle at the start. */
function closeIdleConnections(server: Server): void {
  const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS).unref();
  server.once('close', () => clearInterval(timer));
}
