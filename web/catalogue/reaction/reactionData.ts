import type { Reaction } from '@promenade/contract/catalogue';
import { react, withdrawReaction } from '@promenade/contract/library';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../platform/api.ts';
import { changeRelease } from '../countsData.ts';

/** Reactions of the account; both functions throw ApiError. */
export function useReactions() {
  const cache = useQueryClient();
  return useMemo(
    () => ({
      react: async (releaseid: string, reaction: Reaction): Promise<void> =>
        changeRelease(cache, releaseid, await call(react, { params: { releaseid }, body: reaction })),
      withdraw: async (releaseid: string): Promise<void> =>
        changeRelease(cache, releaseid, await call(withdrawReaction, { params: { releaseid } })),
    }),
    [cache],
  );
}
