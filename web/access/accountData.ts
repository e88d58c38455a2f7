import * as notify from '@promenade/contract/notify';
import * as profile from '@promenade/contract/profile';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { setTimeZoneTold, useBrowserState } from '../platform/browserStateStore.ts';
import { getRefusalCode } from '../platform/errorText.ts';
import { getZone } from '../platform/format.ts';
import { useSession } from '../platform/session.ts';
import { refreshSession } from '../platform/sessionRefresh.ts';
import { ENGLISH_ONLY, fetchLanguages, type Language } from '../platform/text.ts';
import { parseAccessToken, parseLinkToken } from '../platform/tokens.ts';
import { profileQuery } from './data.ts';

type Profile = profile.Profile;
const { queryKey } = profileQuery;

export const useProfile = () => useQuery(profileQuery);

/** Stores that the account was told what labels see, and renews the tokens, which say so. */
export function useConfirmReportNotice() {
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      await call(profile.confirmTold, {});
      await refreshSession();
    },
  });
}

/**
 * Saves a change of the profile: optimistic, undone when it is refused, followed by new tokens. Saves run one after the
 * other.
 */
export function useSaveProfile() {
  const cache = useQueryClient();
  const patch = (change: Partial<Profile>) =>
    cache.setQueryData<Profile>(queryKey, (cached) => cached && { ...cached, ...change });
  return useMutation({
    scope: { id: 'profile' },
    networkMode: 'always',
    mutationFn: async (change: Partial<Profile>) => {
      // Another tab may have saved since the cache was filled: only this change overwrites the stored profile.
      const changed = { ...(await call(profile.profile, {})), ...change };
      await call(profile.saveProfile, { body: changed });
      patch(changed);
    },
    onMutate: async (change) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<Profile>(queryKey);
      patch(change);
      return Object.fromEntries(Object.keys(change).map((field) => [field, before?.[field as keyof Profile]]));
    },
    onError: (_failure, _change, before) => patch(before ?? {}),
    onSuccess: () => void refreshSession(),
  });
}

const linkRoutes = { merge: profile.merge, split: profile.split };
/** `merge` links another address to the account, `split` unlinks one. */
export type LinkKind = keyof typeof linkRoutes;

export const requestSplit = (email: string) => call(profile.split, { body: { email } });

/** Requests a mail with the link that merges this address. `password` is empty until the server asks for it. */
export const requestMerge = (email: string, password: string) =>
  call(profile.merge, { body: { email, ...(password !== '' && { password }) } });

/** Confirms a mailed link that merges or splits, then reloads the profile. `already`: the link was used before. */
export function useConfirmLink() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ kind, token }: { kind: LinkKind; token: string }): Promise<'confirmed' | 'already'> => {
      try {
        await call(linkRoutes[kind], { body: { token } });
        return 'confirmed';
      } catch (failure) {
        if (getRefusalCode(failure) !== 'TOKEN_EXPIRED') throw failure;
        const { emails } = await call(profile.profile, {});
        const isLinked = emails.includes(parseLinkToken(token)?.email ?? '');
        if (isLinked !== (kind === 'merge')) throw failure;
        return 'already';
      }
    },
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  });
}

export const languagesQuery = {
  queryKey: ['languages'],
  queryFn: fetchLanguages,
  staleTime: Number.POSITIVE_INFINITY,
};

/** The available languages; English until they are loaded. */
export function useLanguages(): Language[] {
  const { data } = useQuery(languagesQuery);
  return data ?? ENGLISH_ONLY;
}

/** Sends the time zone of this browser for the hour of mails, once per account and zone. */
export async function sendTimeZone(signal: AbortSignal): Promise<void> {
  const timeZone = getZone();
  const sent = `${parseAccessToken(useSession.getState().accessToken)?.playerid} ${timeZone}`;
  if (useBrowserState.getState().timeZoneTold === sent) return;
  await call(notify.timeZone, { body: { timezone: timeZone } }, { signal });
  setTimeZoneTold(sent);
}
