import type { FastifyReply } from 'fastify';

/** Aborts when the client is gone before it has its answer. For work that nobody waits for any more. */
export function getClientSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
