import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    stopping: {
      /** `/health/ready` says so, everything else goes on. */
      isStopping: boolean;
      /** Open connections are closed with their next answer. */
      isClosing: boolean;
    };
  }
}

const IDLE_CHECK_MS = 100;

/** Lets `announceStop` and `stopServer` stop a server. */
export function prepareStop(app: FastifyInstance): void {
  const stopping = { isStopping: false, isClosing: false };
  app.decorate('stopping', stopping);
  app.addHook('onRequest', async (_request, reply) => {
    if (!stopping.isClosing) return;
    reply.header('connection', 'close');
    throw new Refusal('BUSY');
  });
  app.addHook('preClose', async () => {
    stopping.isStopping = true;
    stopping.isClosing = true;
    closeIdleConnections(app.server);
  });
}

/** Answers `ready` with 503 for a while, so that a load balancer stops sending requests; everything else goes on. */
export async function announceStop(app: FastifyInstance, delayMs: number): Promise<void> {
  app.stopping.isStopping = true;
  if (delayMs > 0) await pause(delayMs);
}

/** Accepts no more connections, lets running answers finish, and cuts those that take longer than `drainMs`. */
export async function stopServer(app: FastifyInstance, drainMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMs);
  await app.close();
  clearTimeout(timer);
}

/** Closes keep-alive connections while the server stops: Node only closes those that are idle at the start. */
function closeIdleConnections(server: Server): void {
  const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS).unref();
  server.once('close', () => clearInterval(timer));
}
