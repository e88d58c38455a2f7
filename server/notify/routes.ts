import * as notify from '@promenade/contract/notify';
import * as mails from '@promenade/contract/unsubscribe';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { listMailedLabels } from './labelMailQueries.ts';
import { getPushKeys } from './push.ts';
import { saveTimeZone } from './timeZone.ts';
import {
  changeSubscription,
  getLabelMails,
  getSubscription,
  resumeLabelMails,
  stopLabelMails,
  unsubscribe,
} from './unsubscribe.ts';

/** RFC 8058: mail programs post a form, some without its type; its content repeats what the address says. */
const FORM_BYTES = 4096;

export function notifyRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context;
  serve(app, notify.timeZone, ({ caller, body }) => saveTimeZone(db, caller, body.timezone));
  serve(app, notify.pushKey, () => ({ key: getPushKeys(context.secrets).publicKey }));
  serve(app, mails.subscription, ({ params }) => getSubscription(context, params.token, now()));
  serve(app, mails.changeSubscription, ({ params, body }) => changeSubscription(context, params.token, body, now()));
  serve(app, mails.mailedLabels, async ({ caller, read }) => ({
    labels: await read((db) => listMailedLabels(db, caller.accountid)),
  }));
  serve(app, mails.labelMails, ({ caller, params }) => getLabelMails(db, caller, params.labelid));
  serve(app, mails.stopLabelMails, ({ caller, params }) => stopLabelMails(db, caller, params.labelid, now()));
  serve(app, mails.startLabelMails, ({ caller, params }) => resumeLabelMails(db, caller, params.labelid));
  void app.register(async (forms) => {
    const options = { parseAs: 'string', bodyLimit: FORM_BYTES } as const;
    forms.addContentTypeParser('*', options, (_request, _body, done) => done(null, undefined));
    serve(forms, mails.unsubscribe, ({ params }) => unsubscribe(context, params.token, now()));
  });
}
