import * as access from '@promenade/contract/access';
import * as profile from '@promenade/contract/profile';
import type { Answer, Ask } from '@promenade/contract/route';
import * as signUp from '@promenade/contract/signUp';
import { useEffect, useState } from 'react';
import { call } from '../platform/api.ts';
import { logged } from '../platform/logged.ts';

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

/** Asks whether an address is free. @throws ApiError CHECK_EMAIL_FAILED when it has an account */
export const checkEmail = (email: string) => call(signUp.checkEmail, { body: { email } });

/** Asks for a mail with a code. @throws ApiError TOO_MANY_REQUESTS */
export const sendCode = (email: string) => call(signUp.sendCode, { body: { email } });

/** Answers the proof that sign-up asks for. @throws ApiError INVALID_CODE, CODE_EXPIRED */
export const validateCode = async (email: string, code: string): Promise<string> =>
  (await call(signUp.validateCode, { body: { email, code } })).data.email_token;

/** Sends the whole application. @throws ApiError VALIDATION, INVALID_EMAIL_TOKEN, EMAIL_TAKEN, SIGNUP_FAILED */
export const confirmSignUp = (body: Ask<typeof signUp.confirmSignUp>['body']) => call(signUp.confirmSignUp, { body });

/** The profile of the account that is signed in. */
export const profileQuery = {
  queryKey: ['profile'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(profile.profile, {}, { signal }),
};

/** Countries and states that forms offer; undefined until they are here. They outlive the screen that asked. */
export function usePlaces(): Places | undefined {
  const [places, setPlaces] = useState<Places>();
  useEffect(() => {
    let isHere = true;
    asked ??= call(profile.places, {}).then(({ data }) => data);
    asked.then(
      (found) => isHere && setPlaces(found),
      (failure: unknown) => {
        asked = undefined;
        logged('The list of countries could not be read', failure);
      },
    );
    return () => {
      isHere = false;
    };
  }, []);
  return places;
}

type Places = Answer<typeof profile.places>['data'];
/** Sign-up has no query cache: it belongs to a signed-in account. */
let asked: Promise<Places> | undefined;
