import type { Release, Track } from '@promenade/contract/catalogue';
import type { Pickup } from '@promenade/contract/desk';
import type { VideoFormat } from '@promenade/contract/downloads';
import { useMemo } from 'react';
import { useFetchRelease } from '../catalogue/data.ts';
import { showReleaseError } from '../catalogue/releaseErrorStore.ts';
import { getApiError } from '../platform/errorText.ts';
import { logError } from '../platform/logError.ts';
import { notify } from '../platform/notices.ts';
import type * as downloadQueue from './downloadQueue.ts';
import type { DownloadedPlaylist, DownloadRequest } from './downloads.ts';
import { usePreferredFormat } from './optionsData.ts';

/** Adds to the download manager; without a format, in the format that the account prefers. */
export function useDownloadActions() {
  const fetchRelease = useFetchRelease();
  const getFormat = usePreferredFormat();
  return useMemo(
    () => ({
      release: (release: Release, format = getFormat()) =>
        add({ type: 'release', release, format }, async () => (await fetchRelease(release.releaseid)).songs.length > 0),
      /** Leaves out releases without tracks. */
      releases: (releases: readonly Release[]) => {
        const [filled, format] = [releases.filter(({ trackcount }) => trackcount > 0), getFormat()];
        return withQueue(({ addReleases }) => addReleases(filled, format));
      },
      track: (track: Track, format = getFormat()) => add({ type: 'song', track, format }),
      video: (track: Track, format: VideoFormat = 'mp4') => add({ type: 'video', track, format }),
      pickup: (pickup: Pickup) => add({ type: 'pickup', pickup, format: pickup.format }),
      playlist: (playlist: DownloadedPlaylist, format = getFormat()) => add({ type: 'playlist', playlist, format }),
    }),
    [fetchRelease, getFormat],
  );
}

/** Adds a download if `hasContent` says yes. */
const add = (request: DownloadRequest, hasContent?: () => Promise<boolean>) =>
  withQueue(({ addDownload }) => addDownload(request), hasContent);

/** Loads the download queue with the first press. */
async function withQueue(change: (queue: typeof downloadQueue) => void, hasContent = async () => true): Promise<void> {
  try {
    const [queue, isNotEmpty] = await Promise.all([import('./downloadQueue.ts'), hasContent()]);
    if (isNotEmpty) change(queue);
  } catch (error) {
    logError('A download could not be added', error);
    if (getApiError(error)) showReleaseError(error);
    else notify({ category: 'somethingWrong' });
  }
}
