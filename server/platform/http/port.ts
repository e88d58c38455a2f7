import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../process/config.ts';

type Where = Pick<Config, 'host' | 'port'>;

/**
 * Tries the port before anything long begins.
 * @throws one sentence when it is not to be had
 */
export async function requireFreePort({ host, port }: Where): Promise<void> {
  const server = createServer();
  await new Promise<void>((settle, fail) => {
    server.once('error', (reason) => fail(sentence(reason, { host, port })));
    server.listen({ host, port }, () => server.close(() => settle()));
  });
}

/** Takes connections; returns the port, which the system chose where 0 was asked for. @throws one sentence */
export async function listenOn(app: FastifyInstance, { host, port }: Where): Promise<number> {
  await app.listen({ host, port }).catch((reason: NodeJS.ErrnoException) => {
    throw sentence(reason, { host, port });
  });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : port;
}

function sentence(reason: NodeJS.ErrnoException, { host, port }: Where): Error {
  const cause = { cause: reason };
  if (reason.code === 'EADDRINUSE')
    return new Error(
      `Port ${port} of ${host} is taken by another program: stop it, or name another one by PORT.`,
      cause,
    );
  if (reason.code === 'EACCES')
    return new Error(`Port ${port} is not open to this user: name one from 1024 on by PORT.`, cause);
  if (reason.code === 'EADDRNOTAVAIL' || reason.code === 'ENOTFOUND')
    return new Error(`HOST ${host} is no address of this machine.`, cause);
  return reason;
}
