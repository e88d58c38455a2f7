import * as shelf from '@promenade/contract/shelf';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { listAirplays } from './airplayQueries.ts';
import { matchSongs, takeBackAirplays, tellAirplays } from './airplays.ts';
import { getShelf } from './queries.ts';
import { decideShelf, listShelf, sendShelfList, shareShelf, voteShelf } from './shelf.ts';

/** What colleagues of one company choose together, and what they tell labels about plays on air. */
export function shelfRoutes(
  app: FastifyInstance,
  context: Pick<AppContext, 'db' | 'now' | 'secrets' | 'config'>,
): void {
  const { db, now } = context;
  serve(app, shelf.shelfMembership, ({ caller, read }) => read((db) => getShelf(db, caller)));
  serve(app, shelf.shareShelf, ({ caller, body }) => shareShelf(db, caller, body.ison, now()));
  serve(app, shelf.shelf, ({ caller, query, read }) => read((db) => listShelf(db, { ...caller, ...query })));
  serve(app, shelf.shelfList, (request) => sendShelfList(context, request));
  serve(app, shelf.decideShelf, ({ caller, body }) => decideShelf(db, caller, body, now()));
  serve(app, shelf.voteShelf, ({ caller, params, body }) => voteShelf(db, { ...caller, ...params, ...body }, now()));
  serve(app, shelf.matchSongs, ({ caller, body }) => matchSongs(context, caller, body.songs));
  serve(app, shelf.tellAirplays, ({ caller, body, db }) => tellAirplays(db, app.changes, caller, body, now()));
  serve(app, shelf.airplays, async ({ caller }) => ({ items: await listAirplays(db, caller.accountid) }));
  serve(app, shelf.takeBackAirplays, ({ caller, params }) => takeBackAirplays(db, app.changes, caller, params.batch));
}
