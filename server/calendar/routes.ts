import * as calendar from '@promenade/contract/calendar/calendar';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { checkRefusal, serve } from '../platform/http/serve.ts';
import { makeFeed, sendFeed } from './feed.ts';
import { deleteFeed, findFeed, listCalendarReleases } from './queries.ts';

export function calendarRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context;
  serve(app, calendar.calendar, async ({ caller, query, read }) =>
    read(async (db) => ({
      items: await listCalendarReleases(db, caller, query, now()),
      undated: await listCalendarReleases(db, caller, undefined, now()),
    })),
  );
  serve(app, calendar.calendarFeed, ({ caller }) => findFeed(db, caller.accountid));
  serve(app, calendar.makeCalendarFeed, ({ caller }) => makeFeed(context, caller));
  serve(app, calendar.endCalendarFeed, async ({ caller }) => {
    await deleteFeed(db, caller.accountid);
    return undefined;
  });
  serve(app, calendar.calendarFile, ({ params, request, reply }) => sendFeed(context, params.token, request, reply));
  // Calendar programs try whether they may write.
  app.addHttpMethod('PROPFIND', { hasBody: true });
  app.addHttpMethod('REPORT', { hasBody: true });
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume();
      done(null);
    });
    scope.route({
      method: ['PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT'],
      url: `/api${calendar.calendarFile.path}`,
      handler: (_request, reply) => {
        reply.header('allow', 'GET, HEAD');
        return checkRefusal(app, calendar.calendarFile, Promise.reject(new Refusal('METHOD_NOT_ALLOWED')));
      },
    });
  });
}
