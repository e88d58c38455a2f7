import type { AudioFormat } from '@promenade/contract/downloads';
import type { Profile } from '@promenade/contract/profile';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { profileQuery } from '../access/data.ts';
import { isIos } from '../platform/browser.ts';
import { useOptions } from '../releases/data.ts';

/** Whether this installation allows downloads; undefined until loaded. */
export const useDownloadsEnabled = (): boolean | undefined => useOptions().options?.downloads_enabled;

export const useCanDownload = ({ candownload }: { candownload: boolean }): boolean =>
  useDownloadsEnabled() === true && candownload;

/** Like `useCanDownload`, but never on iOS, which does not keep single audio files (requirement C-TRACK-03). */
export const useCanDownloadTrack = (track: { candownload: boolean }): boolean => useCanDownload(track) && !isIos();

/** The returned function gives the format that the account prefers, by default MP3 (requirement C-CONST-06). */
export function usePreferredFormat(): () => AudioFormat {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.getQueryData<Profile>(profileQuery.queryKey)?.format ?? 'mp3', [queryClient]);
}
