import * as access from '@promenade/contract/access';
import * as profile from '@promenade/contract/profile';
import * as signUp from '@promenade/contract/signUp';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { PICTURE_COOKIE } from '../platform/http/caller.ts';
import { serve } from '../platform/http/serve.ts';
import type { Config } from '../platform/process/config.ts';
import { listCountries } from './countries.ts';
import { checkEmail, sendCode, validateCode } from './emailVerification.ts';
import { getLinkState } from './links.ts';
import { mergeEmail } from './merge.ts';
import { getProfile, upsertDevice } from './queries.ts';
import { saveApplicationHalf } from './recipientForms.ts';
import { refresh } from './refresh.ts';
import { saveProfile } from './saveProfile.ts';
import { type SessionTokens, signOut, signOutEverywhere } from './sessions.ts';
import { requestReset, setPassword } from './setPassword.ts';
import { signIn } from './signIn.ts';
import { exchangeSignInLink, requestSignInLink } from './signInLink.ts';
import { confirmSignUp } from './signUp.ts';
import { splitEmail } from './split.ts';

export function accessRoutes(app: FastifyInstance, appContext: AppContext): void {
  const { db, config, now } = appContext;
  const context = { ...appContext, authenticator: app.authenticator };
  app.addHook('onClose', () => app.authenticator.close());

  serve(app, access.signIn, async ({ body, network, reply }) =>
    sendTokens(reply, config, await signIn(context, body, network, now())),
  );
  serve(app, access.refresh, async ({ body, request, reply }) => {
    const token = body['refresh-token'] ?? firstValue(request.headers['refresh-token']);
    return sendTokens(reply, config, await refresh(context, token, now()));
  });
  serve(app, access.signOut, ({ caller, reply }) => {
    reply.clearCookie(PICTURE_COOKIE, cookieAttributes(config));
    return signOut(context, caller.sessionid, now());
  });
  serve(app, access.endSessions, ({ caller, reply }) => {
    reply.clearCookie(PICTURE_COOKIE, cookieAttributes(config));
    return signOutEverywhere(context, caller.accountid, now());
  });
  serve(app, access.requestSignInLink, ({ body, network }) => requestSignInLink(context, body, network, now()));
  serve(app, access.exchangeSignInLink, async ({ body, reply }) =>
    sendTokens(reply, config, await exchangeSignInLink(context, body.token, now())),
  );
  serve(app, access.requestReset, ({ params, network }) => requestReset(context, params.email, network, now()));
  serve(app, access.setPassword, ({ body, network }) => setPassword(context, { ...body, network }, now()));

  serve(app, profile.countries, () => listCountries());
  serve(app, profile.profile, ({ caller }) => getProfile(db, caller.accountid, caller.username));
  serve(app, profile.saveProfile, ({ caller, body }) => saveProfile(db, caller, body, now()));
  serve(app, profile.merge, ({ caller, body }) => mergeEmail(context, caller, body, now()));
  serve(app, profile.mergeLink, ({ caller, query }) => getLinkState(context, caller, 'merge', query.token, now()));
  serve(app, profile.split, ({ caller, body }) => splitEmail(context, caller, body, now()));
  serve(app, profile.splitLink, ({ caller, query }) => getLinkState(context, caller, 'split', query.token, now()));
  serve(app, profile.registerDevice, ({ caller, body }) => upsertDevice(db, caller.accountid, body, now()));

  serve(app, signUp.checkEmail, ({ body, network }) => checkEmail(db, body.email, network, now()));
  serve(app, signUp.sendCode, ({ body, network }) => sendCode(context, body.email, network, now()));
  serve(app, signUp.validateCode, ({ body, network }) => validateCode(context, body, network, now()));
  serve(app, signUp.confirmSignUp, ({ body, network }) => confirmSignUp(context, body, network, now()));
  serve(app, signUp.recipientForm1, ({ body, network }) =>
    saveApplicationHalf(db, { half: 1, answers: body }, network, now()),
  );
  serve(app, signUp.recipientForm2, ({ body, network }) =>
    saveApplicationHalf(db, { half: 2, answers: body }, network, now()),
  );
}

/** Repeats the tokens of the body in headers (requirement A-API-10) and sets the picture cookie. */
function sendTokens(reply: FastifyReply, config: Config, { tokens, cookie }: SessionTokens): access.Tokens {
  const { value, expires } = cookie;
  reply.setCookie(PICTURE_COOKIE, value, { ...cookieAttributes(config), ...(expires && { expires }) });
  reply.headers(tokens);
  return tokens;
}

/** Scripts and other sites cannot read the cookie; it only opens pictures (requirements decision 20). */
const cookieAttributes = ({ publicUrl }: Config) =>
  ({ path: '/api', httpOnly: true, sameSite: 'strict', secure: publicUrl?.startsWith('https:') ?? false }) as const;

const firstValue = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
