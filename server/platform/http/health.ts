import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { createReadiness } from '../monitoring/readiness.ts';

/**
 * `live`: the process runs. `ready`: it can do its work and does not stop; otherwise 503, with what fails as a code and a
 * sentence.
 */
export function healthRoutes(app: FastifyInstance, context: AppContext): void {
  const findProblems = createReadiness(context);
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    if (app.stopping.isStopping) return reply.code(503).send({ status: 'stopping' });
    const problems = await findProblems();
    return problems.length === 0 ? { status: 'ok' } : reply.code(503).send({ status: 'not ready', problems });
  });
}
