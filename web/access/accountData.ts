import * as profile from '@promenade/contract/profile';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { refreshNow } from '../platform/refresh.ts';
import { type Language, languages } from '../platform/text.ts';
import { profileQuery } from './data.ts';

type Profile = profile.Profile;
const { queryKey } = profileQuery;
const ENGLISH: Language[] = [{ code: 'en', name: 'English' }];

/** The profile, while it is on its way, and when it did not come. */
export const useProfile = () => useQuery(profileQuery);

/**
 * Saves the whole profile with a change: shown at once, taken back when it was refused; then new tokens tell of it.
 * One save after the other, so that none posts what another has just replaced. @throws ApiError VALIDATION by field
 */
export function useSaveProfile() {
  const cache = useQueryClient();
  const patch = (change: Partial<Profile>) =>
    cache.setQueryData<Profile>(queryKey, (shown) => shown && { ...shown, ...change });
  return useMutation({
    scope: { id: 'profile' },
    networkMode: 'always',
    mutationFn: async (change: Partial<Profile>) => {
      // Another tab may have saved since this one read: what it changed stays.
      const whole = { ...(await call(profile.profile, {})), ...change };
      await call(profile.saveProfile, { body: whole });
      patch(whole);
    },
    onMutate: async (change) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<Profile>(queryKey);
      patch(change);
      return Object.fromEntries(Object.keys(change).map((field) => [field, before?.[field as keyof Profile]]));
    },
    onError: (_failure, _change, before) => patch(before ?? {}),
    onSuccess: () => void refreshNow(),
  });
}

const starts = { merge: profile.merge, split: profile.split };
/** Links another address to the account, or unlinks one. */
export type LinkKind = keyof typeof starts;

/** Mails the link that merges or splits this address. @throws ApiError EMAIL_ASSOCIATED, ONLY_EMAIL … */
export const startLink = (kind: LinkKind, email: string) => call(starts[kind], { body: { email } });

/** Uses the link that merges or splits; the profile is read again. Keeps whether it runs and how it failed. */
export function useConfirmLink() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ kind, token }: { kind: LinkKind; token: string }) => call(starts[kind], { body: { token } }),
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  });
}

/** The languages on offer, asked for once. */
export const languagesQuery = {
  queryKey: ['languages'],
  queryFn: languages,
  staleTime: Number.POSITIVE_INFINITY,
};

/** The languages on offer; English until they are here. */
export function useLanguages(): Language[] {
  const { data } = useQuery(languagesQuery);
  return data ?? ENGLISH;
}
