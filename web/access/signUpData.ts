import type { RouteAnswer, RouteRequest } from '@promenade/contract/route';
import * as signUp from '@promenade/contract/signUp';
import { useEffect, useState } from 'react';
import { call } from '../platform/api.ts';
import { logError } from '../platform/logError.ts';

/** Checks that no account has this address. */
export const checkEmail = (email: string) => call(signUp.checkEmail, { body: { email } });

export const sendCode = (email: string) => call(signUp.sendCode, { body: { email } });

/** Exchanges the code for the token that `confirmSignUp` requires. */
export const validateCode = async (email: string, code: string): Promise<string> =>
  (await call(signUp.validateCode, { body: { email, code } })).data.email_token;

export const confirmSignUp = (body: RouteRequest<typeof signUp.confirmSignUp>['body']) =>
  call(signUp.confirmSignUp, { body });

/** Countries and states for forms; undefined until loaded. Kept for the life of the page: sign-up has no query cache. */
export function useCountries(): CountryList | undefined {
  const [list, setList] = useState<CountryList>();
  useEffect(() => {
    let isMounted = true;
    request ??= call(signUp.countries, {}).then(({ data }) => data);
    request.then(
      (loaded) => isMounted && setList(loaded),
      (failure: unknown) => {
        request = undefined;
        logError('Could not load the list of countries', failure);
      },
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return list;
}

type CountryList = RouteAnswer<typeof signUp.countries>['data'];
let request: Promise<CountryList> | undefined;
