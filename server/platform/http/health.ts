import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';

/** `live`: the process runs. `ready`: the database answers, and the service does not stop. */
export function healthRoutes(app: FastifyInstance, { availability }: AppContext): void {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    if (app.stopping.isStopping) return reply.code(503).send({ status: 'stopping' });
    return (await availability.check()) ? { status: 'ok' } : reply.code(503).send({ status: 'no database' });
  });
}
