import type { Server } from 'node:http';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { accessRoutes } from './access/routes.ts';
import { makeCallers } from './access/sessions.ts';
import { signUpRoutes } from './access/signUpRoutes.ts';
import { hearChanges } from './catalogue/changes.ts';
import { openGallery } from './catalogue/gallery.ts';
import { keptReach } from './catalogue/reach.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { libraryRoutes } from './library/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { networkRoutes } from './network/routes.ts';
import { notifyRoutes } from './notify/routes.ts';
import { operatorRoutes } from './operator/routes.ts';
import type { AppContext } from './platform/context.ts';
import { answerError, answerUnread, refuseUnknown } from './platform/http/answerErrors.ts';
import { compressAnswers } from './platform/http/compress.ts';
import { healthRoutes } from './platform/http/health.ts';
import { apiDocument } from './platform/http/openapi.ts';
import { secureHeaders } from './platform/http/secureHeaders.ts';
import { servePlayer } from './platform/http/servePlayer.ts';
import { playlistRoutes } from './playlists/routes.ts';

const BODY_BYTES = 256 * 1024;
/** An email address in a path must fit. */
const PATH_PARAMETER_MAX = 512;
const CLOSING_LOOK_MS = 100;

/**
 * Every route registered, nothing listening. `checkAnswers` reads each answer by its schema: for tests.
 * `playerRoot` is the built browser part; without it only the API is served.
 */
export async function buildApp(
  context: AppContext,
  { checkAnswers = false, playerRoot }: { checkAnswers?: boolean; playerRoot?: string } = {},
): Promise<FastifyInstance> {
  const headers = secureHeaders(context.config);
  const app = fastify({
    bodyLimit: BODY_BYTES,
    clientErrorHandler: answerUnread,
    // An address that cannot be read reaches no hook.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
    logController: new LogController({ disableRequestLogging: true }),
    loggerInstance: context.log,
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/api\/+player\/v2\//, '/api/'),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: PATH_PARAMETER_MAX },
    trustProxy: context.config.trustProxy,
  });
  app.decorate('callers', await makeCallers(context));
  app.decorate('served', []);
  app.decorate('claims', new Map());
  app.decorate('checkAnswers', checkAnswers);
  await app.register(cookie);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  compressAnswers(app);
  app.addHook('preClose', async () => closeOnceAnswered(app.server));
  app.setErrorHandler(answerError);
  accessRoutes(app, context);
  signUpRoutes(app, context);
  const reach = keptReach(context.db, context.now);
  const gallery = openGallery(context, reach);
  app.addHook('onClose', await hearChanges(context, gallery));
  catalogueRoutes(app, context, { gallery, reach });
  mediaRoutes(app, context);
  libraryRoutes(app, context, gallery);
  playlistRoutes(app, context);
  networkRoutes(app, context);
  notifyRoutes(app, context);
  operatorRoutes(app, context);
  healthRoutes(app, context);
  apiDocument(app);
  if (playerRoot) await servePlayer(app, context.config, playerRoot);
  else app.setNotFoundHandler(refuseUnknown);
  return app;
}

/** Node closes what is idle when a server begins to close, and leaves what is answered after that open for a minute. */
function closeOnceAnswered(server: Server): void {
  const look = setInterval(() => server.closeIdleConnections(), CLOSING_LOOK_MS).unref();
  server.once('close', () => clearInterval(look));
}
