import * as profile from '@promenade/contract/profile';
import type { Answer, Ask } from '@promenade/contract/route';
import * as signUp from '@promenade/contract/signUp';
import { useEffect, useState } from 'react';
import { call } from '../platform/api.ts';
import { logged } from '../platform/logged.ts';

/** Asks whether an address is free. @throws ApiError CHECK_EMAIL_FAILED when it has an account */
export const checkEmail = (email: string) => call(signUp.checkEmail, { body: { email } });

/** Asks for a mail with a code. @throws ApiError TOO_MANY_REQUESTS */
export const sendCode = (email: string) => call(signUp.sendCode, { body: { email } });

/** Answers the proof that sign-up asks for. @throws ApiError INVALID_CODE, CODE_EXPIRED */
export const validateCode = async (email: string, code: string): Promise<string> =>
  (await call(signUp.validateCode, { body: { email, code } })).data.email_token;

/** Sends the whole application. @throws ApiError VALIDATION, INVALID_EMAIL_TOKEN, EMAIL_TAKEN, SIGNUP_FAILED */
export const confirmSignUp = (body: Ask<typeof signUp.confirmSignUp>['body']) => call(signUp.confirmSignUp, { body });

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
