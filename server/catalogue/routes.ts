import * as catalogue from '@promenade/contract/catalogue';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/serve.ts';
import type { World } from '../platform/world.ts';
import { detail, keptTotals, listPage } from './list.ts';
import { sendCover, sendLogo } from './pictures.ts';

/** Lists, details and pictures of releases. */
export function catalogueRoutes(app: FastifyInstance, { db, storage, now }: World): void {
  const totals = keptTotals(db);
  serve(app, catalogue.releases, ({ caller, query }) => listPage(db, totals, { ...caller, ...query }, now()));
  serve(app, catalogue.release, ({ caller, params }) => detail(db, { ...caller, ...params }, now()));
  serve(app, catalogue.cover, (asked) => sendCover(db, storage, asked, now()));
  serve(app, catalogue.labelLogo, (asked) => sendLogo(db, storage, asked, now()));
}
