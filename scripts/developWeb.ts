import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Site } from '@promenade/contract/site';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createServer, type ViteDevServer } from 'vite';
import { fillIn } from '../server/platform/servePlayer.ts';

const web = join(import.meta.dirname, '..', 'web');
const OF_THE_SERVER = /^\/(api|health)(\/|$|\?)/;

/** Serves the browser part from its sources, with reload, on the port of the API. */
export async function developWeb(app: FastifyInstance, site: Site): Promise<void> {
  const vite = await createServer({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', async (request, reply) => {
    if (OF_THE_SERVER.test(request.url)) return;
    reply.hijack();
    const page = () => sendPage(vite, request, reply, site);
    vite.middlewares(request.raw, reply.raw, (problem?: unknown) => void (problem ? fail(reply, problem) : page()));
  });
}

async function sendPage(vite: ViteDevServer, { url }: FastifyRequest, reply: FastifyReply, site: Site): Promise<void> {
  try {
    const source = fillIn(await readFile(join(web, 'index.html'), 'utf8'), site);
    const page = await vite.transformIndexHtml(url, source);
    reply.raw.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }).end(page);
  } catch (problem) {
    fail(reply, problem);
  }
}

function fail(reply: FastifyReply, problem: unknown): void {
  reply.raw.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(problem));
}
