import * as access from '@promenade/contract/access';
import * as profile from '@promenade/contract/profile';
import type { Answer, Ask } from '@promenade/contract/route';
import { useEffect, useState } from 'react';
import { call } from '../platform/api.ts';
import { logged } from '../platform/logged.ts';

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
