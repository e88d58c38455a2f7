import fastify, { type FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { handleError, refuseNotFound } from '../http/errorHandler.ts';
import { healthRoutes } from '../http/health.ts';
import { addHeaders, createAnswerOptions, securityHeaders } from '../http/responseHooks.ts';
import { prepareStop } from '../http/stopServer.ts';
import { metricsRoute } from './metricsRoute.ts';

/**
 * Opens METRICS_PORT and HEALTH_PORT as far as they are set. They stay open while the service stops: `ready` answers 503
 * then. Returns a function that closes them.
 * @throws one sentence when a port is not available
 */
export async function openMonitoringPorts(
  context: AppContext,
  { stopped, print }: { stopped: Promise<void>; print: (line: string) => void },
): Promise<() => Promise<void>> {
  const { config, log, metrics } = context;
  const headers = securityHeaders(config);
  const apps: FastifyInstance[] = [];

  async function open(variable: string, host: string, port: number, addRoutes: (app: FastifyInstance) => void) {
    const app = fastify({ loggerInstance: log, http: { requireHostHeader: false }, ...createAnswerOptions(headers) });
    apps.push(app);
    addHeaders(app, headers);
    prepareStop(app);
    app.setErrorHandler(handleError);
    app.setNotFoundHandler(refuseNotFound);
    addRoutes(app);
    return app.listen({ host, port }).catch((reason: NodeJS.ErrnoException) => {
      throw new Error(`${variable} ${port} of ${host} cannot be used (${reason.code}): choose another one.`, {
        cause: reason,
      });
    });
  }

  const close = async () => void (await Promise.all(apps.map((app) => app.close())));
  try {
    if (metrics && config.metrics.port !== undefined) {
      const address = await open('METRICS_PORT', config.metrics.host, config.metrics.port, (app) =>
        metricsRoute(app, metrics, config.metrics.token),
      );
      print(`Metrics are at ${address}/metrics`);
    }
    if (config.healthPort !== undefined) {
      const address = await open('HEALTH_PORT', config.host, config.healthPort, (app) => healthRoutes(app, context));
      print(`Health checks are at ${address}/health/ready`);
    }
  } catch (reason) {
    await close();
    throw reason;
  }
  void stopped.then(() => {
    for (const app of apps) app.stopping.isStopping = true;
  });
  return close;
}
