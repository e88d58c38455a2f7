import type { AudioFormat } from '@promenade/contract/downloads';
import type { Profile } from '@promenade/contract/profile';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { profileQuery } from '../access/data.ts';
import { useOptions } from '../releases/optionsData.ts';

/** The switch over all downloads of this installation; undefined until it is known. */
export const useDownloadsEnabled = (): boolean | undefined => useOptions().options?.downloads_enabled;

/** Whether a release, a track or a playlist may be taken home (C-ROLE-01). */
export const useCanDownload = ({ candownload }: { candownload: boolean }): boolean =>
  useDownloadsEnabled() === true && candownload;

/** Answers the format that the account likes best, MP3 unless it said otherwise (C-CONST-06). */
export function useAskFormat(): () => AudioFormat {
  const cache = useQueryClient();
  return useCallback(() => cache.getQueryData<Profile>(profileQuery.queryKey)?.format ?? 'mp3', [cache]);
}
