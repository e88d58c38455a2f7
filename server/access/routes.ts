import * as access from '@promenade/contract/access';
import * as profile from '@promenade/contract/profile';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../platform/config.ts';
import { serve } from '../platform/serve.ts';
import type { World } from '../platform/world.ts';
import type { Grant } from './grant.ts';
import { clearPictureCookie, setPictureCookie } from './pictureCookie.ts';
import { listPlaces } from './places.ts';
import { findProfile } from './queries.ts';
import { refresh } from './refresh.ts';
import { setPassword } from './setPassword.ts';
import { signIn } from './signIn.ts';
import { signOut } from './signOut.ts';

/** Signing in and out, the session's tokens, the password and the profile. */
export function accessRoutes(app: FastifyInstance, world: World): void {
  const { db, config, now } = world;
  const here = { ...world, callers: app.callers };
  app.addHook('onClose', () => app.callers.close());

  serve(app, access.signIn, async ({ body, reply }) => hand(reply, config, await signIn(here, body, now())));
  serve(app, access.refresh, async ({ body, request, reply }) =>
    hand(reply, config, await refresh(here, body['refresh-token'] ?? header(request.headers['refresh-token']), now())),
  );
  serve(app, access.signOut, ({ caller, reply }) => {
    clearPictureCookie(reply, config);
    return signOut(here, caller.sessionid, now());
  });
  serve(app, access.setPassword, ({ body }) => setPassword(here, body, now()));
  serve(app, profile.places, () => listPlaces());
  serve(app, profile.profile, ({ caller }) => findProfile(db, caller.accountid, caller.username));
}

/** Tokens in the body, again in headers (A-API-10), and the cookie. */
function hand(reply: FastifyReply, config: Config, { tokens, cookie }: Grant): access.Tokens {
  setPictureCookie(reply, config, cookie);
  reply.headers(tokens);
  return tokens;
}

/** A header that is sent twice counts as its first. */
const header = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
