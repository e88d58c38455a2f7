import * as catalogue from '@promenade/contract/catalogue';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/serve.ts';
import type { World } from '../platform/world.ts';
import { detail, listPage, type Totals } from './list.ts';
import { sendCover, sendLogo } from './pictures.ts';

/** Lists, details and pictures of releases. */
export function catalogueRoutes(app: FastifyInstance, { db, storage, now }: World, totals: Totals): void {
  serve(app, catalogue.releases, ({ caller, query }) =>
    listPage(db, { ...caller, ...query, which: 'active' }, totals.of(caller, now())),
  );
  serve(app, catalogue.release, ({ caller, params }) => detail(db, { ...caller, ...params }, now()));
  serve(app, catalogue.cover, (asked) => sendCover(db, storage, asked, now()));
  serve(app, catalogue.labelLogo, (asked) => sendLogo(db, storage, asked, now()));
}
