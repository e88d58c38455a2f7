import * as access from '@promenade/contract/access';
import * as profile from '@promenade/contract/profile';
import type { RouteRequest } from '@promenade/contract/route';
import { call } from '../platform/api.ts';

/** Creates a session. @throws ApiError INVALID_CREDENTIALS, VERIFICATION_PENDING */
export const signIn = (body: RouteRequest<typeof access.signIn>['body']) => call(access.signIn, { body });

export const sendSignOut = (token: string) => call(access.signOut, {}, { token, keepalive: true });

export const sendSignOutEverywhere = (token: string) => call(access.endSessions, {}, { token, keepalive: true });

/** Sets a password with the token of a mailed link. @throws ApiError INVALID_TOKEN, TOKEN_EXPIRED */
export const setPassword = (body: RouteRequest<typeof access.setPassword>['body']) =>
  call(access.setPassword, { body });

/** The server accepts POST and PUT; the player uses this one (requirement A-API-03). */
const PWDLESS_METHOD = 'POST';
/** Marks the calls of passwordless sign-in (requirement A-API-05). */
const FLAG = 'musicsite';

/** Requests a mail with a sign-in link. @throws ApiError EMAIL_UNKNOWN, ACCOUNT_INACTIVE, TOO_MANY_REQUESTS … */
export const requestSignInLink = (body: Omit<RouteRequest<typeof access.requestSignInLink>['body'], 'flag'>) =>
  call(access.requestSignInLink, { body: { ...body, flag: FLAG } });

/** Whom a mailed link signs in. @throws ApiError INVALID_TOKEN, TOKEN_EXPIRED (replaced) */
export const getSignInLink = async (token: string) => (await call(access.signInLink, { body: { token } })).data;

/** Signs in with the token of a mailed link, which works once. @throws ApiError INVALID_TOKEN, TOKEN_EXPIRED, ACCOUNT_INACTIVE */
export const exchangeSignInLink = (token: string) =>
  call({ ...access.exchangeSignInLink, method: PWDLESS_METHOD }, { body: { token, flag: FLAG } });

/** Requests a mail that sets a new password; succeeds for unknown addresses too. @throws ApiError TOO_MANY_REQUESTS */
export const requestReset = (email: string) => call(access.requestReset, { params: { email } });

export const profileQuery = {
  queryKey: ['profile'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(profile.profile, {}, { signal }),
};
