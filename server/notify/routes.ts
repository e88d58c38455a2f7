import * as notify from '@promenade/contract/notify';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { saveTimeZone } from './saveTimeZone.ts';
import { findSubscription, unsubscribe } from './unsubscribe.ts';

/** What mail programs send along says nothing that the address does not (RFC 8058). */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const FORM_BYTES = 4096;

/** When release mails come, and how they end. */
export function notifyRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context;
  serve(app, notify.timeZone, ({ caller, body }) => saveTimeZone(db, caller, body.timezone));
  serve(app, notify.subscription, ({ params }) => findSubscription(context, params.token, now()));
  // Forms are taken here and nowhere else.
  void app.register(async (forms) => {
    const how = { parseAs: 'string', bodyLimit: FORM_BYTES } as const;
    forms.addContentTypeParser(FORMS, how, (_request, _body, done) => done(null, undefined));
    serve(forms, notify.unsubscribe, ({ params }) => unsubscribe(context, params.token, now()));
  });
}
