import * as access from '@promenade/contract/access';
import { registerDevice } from '@promenade/contract/notify';
import * as profile from '@promenade/contract/profile';
import * as signUp from '@promenade/contract/signUp';
import * as tokens from '@promenade/contract/tokens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import type { ApplyRules } from './accounts.ts';
import { listApiTokens } from './apiTokenQueries.ts';
import { createApiToken, revokeApiToken } from './apiTokens.ts';
import { listCountries } from './countries.ts';
import { checkEmail, sendCode, validateCode } from './emailVerification.ts';
import { setBrowserCookie } from './knownBrowsers.ts';
import { getLinkState } from './links.ts';
import { mergeEmail } from './merge.ts';
import { saveDevice } from './pushEndpoint.ts';
import { getProfile, setTold } from './queries.ts';
import { saveApplicationHalf } from './recipientForms.ts';
import { refresh } from './refresh.ts';
import { saveProfile } from './saveProfile.ts';
import { clearSession, setSessionCookie } from './sessionCookies.ts';
import { type SessionContext, type SessionTokens, signOut, signOutEverywhere } from './sessions.ts';
import { requestReset, setPassword } from './setPassword.ts';
import { type SignIn, signIn } from './signIn.ts';
import { exchangeSignInLink, getSignInLink, requestSignInLink } from './signInLink.ts';
import { confirmSignUp } from './signUp.ts';
import { splitEmail } from './split.ts';

export function accessRoutes(app: FastifyInstance, appContext: AppContext & { applyRules: ApplyRules }): void {
  const { db, now } = appContext;
  const context = { ...appContext, authenticator: app.authenticator };
  app.addHook('onClose', () => app.authenticator.close());

  serve(app, access.signIn, async ({ body, network, request, reply }) =>
    sendTokens(context, { request, reply }, await signIn(context, body, { network, cookies: request.cookies }, now())),
  );
  serve(app, access.refresh, async ({ body, request, reply }) => {
    const token = body['refresh-token'] ?? firstValue(request.headers['refresh-token']);
    return sendTokens(context, { request, reply }, await refresh(context, token, now()));
  });
  serve(app, access.signOut, async ({ caller, ...exchange }) => {
    await signOut(context, caller.sessionid, now());
    return clearSession(context, exchange, caller);
  });
  serve(app, access.endSessions, async ({ caller, ...exchange }) => {
    await signOutEverywhere(context, caller.accountid, now());
    return clearSession(context, exchange, caller);
  });
  serve(app, access.requestSignInLink, ({ body, network }) => requestSignInLink(context, body, network, now()));
  serve(app, access.signInLink, ({ body }) => getSignInLink(context, body.token, now()));
  serve(app, access.exchangeSignInLink, async ({ body, network, request, reply }) => {
    const client = { network, cookies: request.cookies };
    return sendTokens(context, { request, reply }, await exchangeSignInLink(context, body.token, client, now()));
  });
  serve(app, access.requestReset, ({ params, network, request }) => {
    const site = firstValue(request.headers['sec-fetch-site']);
    return requestReset(context, { ...params, network, site }, now());
  });
  serve(app, access.setPassword, ({ body, network }) => setPassword(context, { ...body, network }, now()));

  serve(app, signUp.countries, () => listCountries());
  serve(app, profile.profile, ({ caller }) => getProfile(db, caller.accountid, caller.username));
  serve(app, profile.confirmTold, ({ caller }) => setTold(db, caller.accountid, now()));
  serve(app, profile.saveProfile, ({ caller, body }) => saveProfile(context, caller, body, now()));
  serve(app, profile.merge, ({ caller, body }) => mergeEmail(context, caller, body, now()));
  serve(app, profile.mergeLink, ({ caller, query }) => getLinkState(context, caller, 'merge', query.token, now()));
  serve(app, profile.split, ({ caller, body }) => splitEmail(context, caller, body, now()));
  serve(app, profile.splitLink, ({ caller, query }) => getLinkState(context, caller, 'split', query.token, now()));
  serve(app, registerDevice, ({ caller, body }) => saveDevice(db, caller, body, now()));

  serve(app, tokens.apiTokens, ({ caller, query }) => listApiTokens(db, caller.accountid, query));
  serve(app, tokens.createApiToken, ({ caller, body }) => createApiToken(db, caller, body, now()));
  serve(app, tokens.revokeApiToken, ({ caller, params }) => revokeApiToken(db, caller, params.tokenid, now()));

  serve(app, signUp.checkEmail, ({ body, network }) => checkEmail(db, body.email, network, now()));
  serve(app, signUp.sendCode, ({ body, network }) => sendCode(context, body.email, network, now()));
  serve(app, signUp.validateCode, ({ body, network }) => validateCode(context, body, network, now()));
  serve(app, signUp.confirmSignUp, ({ body, network, db }) =>
    confirmSignUp({ ...context, db, root: context.db }, body, network, now()),
  );
  serve(app, signUp.recipientForm1, ({ body, network, db }) =>
    saveApplicationHalf({ ...context, db, root: context.db }, { half: 1, answers: body }, network, now()),
  );
  serve(app, signUp.recipientForm2, ({ body, network, db }) =>
    saveApplicationHalf({ ...context, db, root: context.db }, { half: 2, answers: body }, network, now()),
  );
}

/** Repeats the tokens of the body in headers (requirement A-API-10) and sets the cookie of the session. */
async function sendTokens(
  context: SessionContext,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  { tokens, cookie, browser }: SignIn | (SessionTokens & { browser?: undefined }),
): Promise<access.Tokens> {
  await setSessionCookie(context, exchange, cookie);
  if (browser) setBrowserCookie(exchange.reply, context.config, browser);
  exchange.reply.headers(tokens);
  return tokens;
}

const firstValue = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
