import type { AudioFormat } from '@promenade/contract/fields';
import type { Profile } from '@promenade/contract/profile';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { profileQuery } from '../access/data.ts';
import { useOptions } from '../catalogue/data.ts';
import { isIos } from '../platform/browser.ts';

/** Whether this installation allows downloads; undefined until loaded. */
export const useDownloadsEnabled = (): boolean | undefined => useOptions().options?.downloads_enabled;

/** The audio formats that this installation offers, the lossless ones first. */
export function useDownloadFormats(): AudioFormat[] {
  const hasFlac = useOptions().options?.flac_enabled;
  return hasFlac ? ['wav', 'aiff', 'flac', 'mp3'] : ['wav', 'aiff', 'mp3'];
}

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

/** The returned function gives the format that the account prefers, by default MP3 (requirement C-CONST-06); WAV where it is a FLAC that is not offered. */
export function usePreferredFormat(): () => AudioFormat {
  const queryClient = useQueryClient();
  const hasFlac = useDownloadFormats().includes('flac');
  return useCallback(() => {
    const format = queryClient.getQueryData<Profile>(profileQuery.queryKey)?.format ?? 'mp3';
    return format === 'flac' && !hasFlac ? 'wav' : format;
  }, [queryClient, hasFlac]);
}
