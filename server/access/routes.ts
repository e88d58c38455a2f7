import * as access from '@promenade/contract/access';
import * as profile from '@promenade/contract/profile';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import type { Config } from '../platform/process/config.ts';
import { putDevice } from './deviceQueries.ts';
import type { Grant } from './grant.ts';
import { linkState } from './linkState.ts';
import { exchangeLink, requestLoginLink } from './loginLink.ts';
import { merge } from './merge.ts';
import { clearPictureCookie, setPictureCookie } from './pictureCookie.ts';
import { listPlaces } from './places.ts';
import { findProfile } from './queries.ts';
import { refresh } from './refresh.ts';
import { requestReset } from './resetMail.ts';
import { saveProfile } from './saveProfile.ts';
import { setPassword } from './setPassword.ts';
import { signIn } from './signIn.ts';
import { endSessions, signOut } from './signOut.ts';
import { split } from './split.ts';

/** Signing in and out, the session's tokens, the password and the profile. */
export function accessRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, config, now } = context;
  const here = { ...context, callers: app.callers };
  app.addHook('onClose', () => app.callers.close());

  serve(app, access.signIn, async ({ body, network, reply }) =>
    hand(reply, config, await signIn(here, { ...body, network }, now())),
  );
  serve(app, access.refresh, async ({ body, request, reply }) =>
    hand(reply, config, await refresh(here, body['refresh-token'] ?? header(request.headers['refresh-token']), now())),
  );
  serve(app, access.signOut, ({ caller, reply }) => {
    clearPictureCookie(reply, config);
    return signOut(here, caller.sessionid, now());
  });
  serve(app, access.endSessions, ({ caller, reply }) => {
    clearPictureCookie(reply, config);
    return endSessions(here, caller.accountid, now());
  });
  serve(app, access.requestLoginLink, ({ body, network }) => requestLoginLink(context, { ...body, network }, now()));
  serve(app, access.exchangeLink, async ({ body, reply }) =>
    hand(reply, config, await exchangeLink(context, body, now())),
  );
  serve(app, access.requestReset, ({ params, network }) => requestReset(context, { ...params, network }, now()));
  serve(app, access.setPassword, ({ body, network }) => setPassword(here, { ...body, network }, now()));
  serve(app, profile.places, () => listPlaces());
  serve(app, profile.profile, ({ caller }) => findProfile(db, caller.accountid, caller.username));
  serve(app, profile.saveProfile, ({ caller, body }) => saveProfile(db, caller, body, now()));
  serve(app, profile.merge, ({ caller, body }) => merge(context, caller, body, now()));
  serve(app, profile.mergeLink, ({ caller, query }) => linkState(context, caller, 'merge', query.token, now()));
  serve(app, profile.split, ({ caller, body }) => split(here, caller, body, now()));
  serve(app, profile.splitLink, ({ caller, query }) => linkState(context, caller, 'split', query.token, now()));
  serve(app, profile.registerDevice, ({ caller, body }) => putDevice(db, caller.accountid, body, now()));
}

/** Tokens in the body, again in headers (A-API-10), and the cookie. */
function hand(reply: FastifyReply, config: Config, { tokens, cookie }: Grant): access.Tokens {
  setPictureCookie(reply, config, cookie);
  reply.headers(tokens);
  return tokens;
}

/** A header that is sent twice counts as its first. */
const header = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
