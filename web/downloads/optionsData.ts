import type { AudioFormat } from '@promenade/contract/downloads';
import type { Profile } from '@promenade/contract/profile';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { profileQuery } from '../access/data.ts';
import { useOptions } from '../catalogue/data.ts';
import { isIos } from '../platform/browser.ts';

/** Whether this installation allows downloads; undefined until loaded. */
export const useDownloadsEnabled = (): boolean | undefined => useOptions().options?.downloads_enabled;

/** Whether downloads are offered, or a hint that there are none (requirement C-DOWNLOAD-20); undefined until known. */
export function useDownloadOffer({ candownload }: { candownload: boolean }): 'download' | 'stream-only' | undefined {
  const isEnabled = useDownloadsEnabled();
  if (!candownload || isEnabled === false) return 'stream-only';
  return isEnabled && 'download';
}

/** Like `useDownloadOffer`, but nothing on iOS, which does not keep single audio files (requirement C-TRACK-03). */
export function useTrackDownloadOffer(track: { candownload: boolean }): ReturnType<typeof useDownloadOffer> {
  const offer = useDownloadOffer(track);
  return offer === 'download' && isIos() ? undefined : offer;
}

/** The returned function gives the format that the account prefers, by default MP3 (requirement C-CONST-06). */
export function usePreferredFormat(): () => AudioFormat {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.getQueryData<Profile>(profileQuery.queryKey)?.format ?? 'mp3', [queryClient]);
}
