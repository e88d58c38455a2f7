import type { Release, Track } from '@promenade/contract/catalogue';
import type { AudioFormat, VideoFormat } from '@promenade/contract/downloads';
import type { Playlist } from '@promenade/contract/playlists';
import { useMemo } from 'react';
import { logged } from '../platform/logged.ts';
import { notify } from '../platform/notices.ts';
import { useFetchRelease } from '../releases/data.ts';
import type { DownloadRequest } from './downloads.ts';
import { usePreferredFormat } from './optionsData.ts';

/** Adds to the download manager; without a format, in the format that the account prefers. */
export interface DownloadActions {
  release(release: Release, format?: AudioFormat): Promise<void>;
  track(track: Track, format?: AudioFormat): Promise<void>;
  video(track: Track, format?: VideoFormat): Promise<void>;
  playlist(
    playlist: Pick<Playlist, 'playlistid' | 'name' | 'thumbnail' | 'tracks'>,
    format?: AudioFormat,
  ): Promise<void>;
}

/** The returned object is stable while the query client is. */
export function useDownloadActions(): DownloadActions {
  const fetchRelease = useFetchRelease();
  const getFormat = usePreferredFormat();
  return useMemo(
    () => ({
      release: (release, format = getFormat()) =>
        add({ type: 'release', release, format }, async () => (await fetchRelease(release.releaseid)).songs.length > 0),
      track: (track, format = getFormat()) => add({ type: 'song', track, format }),
      video: (track, format = 'mp4') => add({ type: 'video', track, format }),
      playlist: (playlist, format = getFormat()) => add({ type: 'playlist', playlist, format }),
    }),
    [fetchRelease, getFormat],
  );
}

/** Adds a download if `hasContent` says yes. The download queue is loaded with the first press. */
async function add(request: DownloadRequest, hasContent = async () => true): Promise<void> {
  try {
    const [{ addDownload }, isNotEmpty] = await Promise.all([import('./downloadQueue.ts'), hasContent()]);
    if (isNotEmpty) addDownload(request);
  } catch (error) {
    logged('A download could not be added', error);
    notify({ category: 'somethingWrong' });
  }
}
