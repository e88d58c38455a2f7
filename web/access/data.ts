import * as access from '@promenade/contract/access';
import * as profile from '@promenade/contract/profile';
import type { Ask } from '@promenade/contract/route';
import { call } from '../platform/api.ts';

/** Asks for a session. @throws ApiError INVALID_CREDENTIALS, VERIFICATION_PENDING */
export const signIn = (body: Ask<typeof access.signIn>['body']) => call(access.signIn, { body });

/** Ends the session of this token on the server. */
export const signOut = (token: string) => call(access.signOut, {}, { token });

/** Ends every session of the account of this token. */
export const endSessions = (token: string) => call(access.endSessions, {}, { token });

/** Sets a password with the token of a mailed link. @throws ApiError INVALID_TOKEN, TOKEN_EXPIRED */
export const setPassword = (body: Ask<typeof access.setPassword>['body']) => call(access.setPassword, { body });

/** The server takes POST and PUT; this is the one that the player uses (A-API-03). */
const PWDLESS_METHOD = 'POST';
/** Marks calls of the passwordless link as this player's (A-API-05). */
const FLAG = 'musicsite';

/** Asks for a mail that signs in. @throws ApiError INVALID_EMAIL, EMAIL_UNKNOWN, ACCOUNT_INACTIVE, TOO_MANY_REQUESTS */
export const requestLoginLink = (body: Omit<Ask<typeof access.requestLoginLink>['body'], 'flag'>) =>
  call(access.requestLoginLink, { body: { ...body, flag: FLAG } });

/** Signs in with the token of a mailed link, once. @throws ApiError INVALID_TOKEN, TOKEN_EXPIRED, ACCOUNT_INACTIVE */
export const exchangeLink = (token: string) =>
  call({ ...access.exchangeLink, method: PWDLESS_METHOD }, { body: { token, flag: FLAG } });

/** Asks for a mail that sets a new password; says nothing about accounts. @throws ApiError TOO_MANY_REQUESTS */
export const requestReset = (email: string) => call(access.requestReset, { params: { email } });

/** The profile of the account that is signed in. */
export const profileQuery = {
  queryKey: ['profile'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(profile.profile, {}, { signal }),
};
