import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Site } from '@promenade/contract/site';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../context.ts';
import { refuseNotFound } from './errorHandler.ts';
import { IMMUTABLE, sendKeptAsset } from './webAssets.ts';

const SERVER_FOLDER = /^\/+(?:api|assets|icons|players|health|metrics)(?:\/|$)/;
const ASSETS = '/assets/';
/**
 * Matches hidden files, names with a dot in the root, and common file extensions in folders. Other dots belong to pages:
 * tokens in mailed links have some, and `..%2F` may be what became of an id.
 */
const FILE =
  /\/\.(?!\.%)|^\/[^/]*\.[^/]*$|\.(?:css|gif|html?|ico|jpe?g|js|json|map|mjs|mp3|php|png|svg|txt|wav|webp|woff2?|xml|zip)$/i;

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
  app.setNotFoundHandler(async ({ url }, reply) => {
    const [path = ''] = url.split('?', 1);
    const isSent = path.startsWith(ASSETS) && (await sendKeptAsset(context, reply, path.slice(ASSETS.length)));
    return isSent ? reply : refuseNotFound();
  });

  function sendPage(reply: FastifyReply) {
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  }
}

/** Whether the app has to find a screen for the address, however mangled. */
export function isPage(method: string | undefined, url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return (method === 'GET' || method === 'HEAD') && !SERVER_FOLDER.test(path) && !FILE.test(path);
}

/** Puts the links and names of the installation into the page as JSON, which saves the page a request. */
export function insertSiteData(page: string, site: Site): string {
  const data = JSON.stringify(site).replaceAll('<', '\\u003c');
  return page.replace(
    /(<script type="application\/json" id="site">)[\s\S]*?(<\/script>)/,
    (_all, open, close) => open + data + close,
  );
}
