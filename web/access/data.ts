import * as access from '@promenade/contract/access';
import * as profile from '@promenade/contract/profile';
import type { RouteRequest } from '@promenade/contract/route';
import { call } from '../platform/api.ts';

export const signIn = (body: RouteRequest<typeof access.signIn>['body']) => call(access.signIn, { body });

export const sendSignOut = (token: string) => call(access.signOut, {}, { token, keepalive: true });

export const sendSignOutEverywhere = (token: string) => call(access.endSessions, {}, { token, keepalive: true });

export const setPassword = (body: RouteRequest<typeof access.setPassword>['body']) =>
  call(access.setPassword, { body });

/** The server accepts POST and PUT; the player uses this one (requirement A-API-03). */
const PWDLESS_METHOD = 'POST';
/** Marks the calls of passwordless sign-in (requirement A-API-05). */
const FLAG = 'musicsite';

export const requestSignInLink = (body: Omit<RouteRequest<typeof access.requestSignInLink>['body'], 'flag'>) =>
  call(access.requestSignInLink, { body: { ...body, flag: FLAG } });

/** Whom a mailed link signs in. */
export const getSignInLink = async (token: string) => (await call(access.signInLink, { body: { token } })).data;

/** Signs in with the token of a mailed link, which works once. */
export const exchangeSignInLink = (token: string) =>
  call({ ...access.exchangeSignInLink, method: PWDLESS_METHOD }, { body: { token, flag: FLAG } });

/** Requests a mail that sets a new password; succeeds for unknown addresses too. */
export const requestReset = (email: string) => call(access.requestReset, { params: { email } });

export const profileQuery = {
  queryKey: ['profile'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(profile.profile, {}, { signal }),
};
