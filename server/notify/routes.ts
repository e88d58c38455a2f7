import * as notify from '@promenade/contract/notify';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { saveTimeZone } from './timeZone.ts';
import { getSubscription, unsubscribe } from './unsubscribe.ts';

/** RFC 8058: mail programs post a form, whose content repeats what the address says. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const FORM_BYTES = 4096;

export function notifyRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context;
  serve(app, notify.timeZone, ({ caller, body }) => saveTimeZone(db, caller, body.timezone));
  serve(app, notify.subscription, ({ params }) => getSubscription(context, params.token, now()));
  void app.register(async (forms) => {
    const options = { parseAs: 'string', bodyLimit: FORM_BYTES } as const;
    forms.addContentTypeParser(FORMS, options, (_request, _body, done) => done(null, undefined));
    serve(forms, notify.unsubscribe, ({ params }) => unsubscribe(context, params.token, now()));
  });
}
