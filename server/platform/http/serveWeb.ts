import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isPagePath } from '@promenade/contract/pages';
import type { Site } from '@promenade/contract/site';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../context.ts';
import { refuseNotFound } from './errorHandler.ts';
import { IMMUTABLE, sendKeptAsset } from './webAssets.ts';

const ASSETS = '/assets/';

/**
 * Serves the built web app: hashed assets as immutable, those of earlier versions among them, other files by ETag, and
 * `index.html` for pages.
 */
export async function serveWeb(app: FastifyInstance, context: AppContext, root: string): Promise<void> {
  const page = insertSiteData(await readFile(join(root, 'index.html'), 'utf8'), context.config.site);
  await app.register(async (files) => {
    // A reload asks whether the file is another one: 304 answers that, but `@fastify/static` would send it again.
    files.addHook('onRequest', async ({ headers }) => void delete headers['cache-control']);
    await files.register(fastifyStatic, {
      root,
      index: false,
      preCompressed: true,
      cacheControl: false,
      acceptRanges: false,
      setHeaders: (response, path) => {
        response.header('cache-control', path.includes('/assets/') ? IMMUTABLE : 'no-cache');
      },
    });
  });
  app.get('/', async (_request, reply) => sendPage(reply));
  app.get('/index.html', async (_request, reply) => sendPage(reply));
  app.setNotFoundHandler(async ({ url, method, headers }, reply) => {
    const [path = ''] = url.split('?', 1);
    const isSent = path.startsWith(ASSETS) && (await sendKeptAsset(context, reply, path.slice(ASSETS.length)));
    if (isSent) return reply;
    // A person who mistyped an address sees the app's own screen for it.
    const isVisit = method === 'GET' && !/^\/+api(?:\/|$)/.test(path) && headers.accept?.includes('text/html');
    return isVisit ? sendPage(reply.code(404)) : refuseNotFound();
  });

  function sendPage(reply: FastifyReply) {
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  }
}

/** Whether the app has a screen for the address. */
export function isPage(method: string | undefined, url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return (method === 'GET' || method === 'HEAD') && isPagePath(path);
}

/** Puts the links and names of the installation into the page as JSON, which saves the page a request. */
export function insertSiteData(page: string, site: Site): string {
  const data = JSON.stringify(site).replaceAll('<', '\\u003c');
  return page.replace(
    /(<script type="application\/json" id="site">)[\s\S]*?(<\/script>)/,
    (_all, open, close) => open + data + close,
  );
}
