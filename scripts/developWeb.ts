import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Site } from '@promenade/contract/site';
import { createServer, type ViteDevServer } from 'vite';
import type { buildApp } from '../server/app.ts';
import { insertSiteData } from '../server/platform/http/serveWeb.ts';

type App = Awaited<ReturnType<typeof buildApp>>;

const web = join(import.meta.dirname, '..', 'web');
const SERVER_PATHS = /^\/(api|health)(\/|$|\?)/;

/** Serves the web app from its sources, with reload, on the port of the API. */
export async function developWeb(app: App, site: Site): Promise<void> {
  const vite = await createServer({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  // Open tabs keep a connection, for which the end of the server would wait.
  app.addHook('preClose', () => vite.close());
  app.addHook('onRequest', async (request, reply) => {
    if (SERVER_PATHS.test(request.url)) return;
    reply.hijack();
    const page = () => sendPage(vite, request.url, reply.raw, site);
    vite.middlewares(request.raw, reply.raw, (problem?: unknown) => void (problem ? fail(reply.raw, problem) : page()));
  });
}

async function sendPage(vite: ViteDevServer, url: string, response: ServerResponse, site: Site): Promise<void> {
  try {
    const source = insertSiteData(await readFile(join(web, 'index.html'), 'utf8'), site);
    const page = await vite.transformIndexHtml(url, source);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }).end(page);
  } catch (problem) {
    fail(response, problem);
  }
}

function fail(response: ServerResponse, problem: unknown): void {
  response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(problem));
}
