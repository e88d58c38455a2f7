import * as access from '@promenade/contract/access';
import * as profile from '@promenade/contract/profile';
import type { Ask } from '@promenade/contract/route';
import { call } from '../platform/api.ts';

/** Asks for a session. @throws ApiError INVALID_CREDENTIALS, VERIFICATION_PENDING */
export const signIn = (body: Ask<typeof access.signIn>['body']) => call(access.signIn, { body });

/** Ends the session of this token on the server. */
export const signOut = (token: string) => call(access.signOut, {}, { token });

/** Sets a password with the token of a mailed link. @throws ApiError INVALID_TOKEN, TOKEN_EXPIRED */
export const setPassword = (body: Ask<typeof access.setPassword>['body']) => call(access.setPassword, { body });

/** The profile of the account that is signed in. */
export const profileQuery = {
  queryKey: ['profile'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(profile.profile, {}, { signal }),
};
