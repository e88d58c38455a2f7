import type { Release, Track } from '@promenade/contract/catalogue';
import type { AudioFormat, VideoFormat } from '@promenade/contract/downloads';
import type { Playlist } from '@promenade/contract/playlists';
import { useMemo } from 'react';
import { logged } from '../platform/logged.ts';
import { notify } from '../platform/notices.ts';
import { type AskRelease, useAskRelease } from '../releases/data.ts';
import { useAskFormat } from './optionsData.ts';

/** Ways into the download manager; without a format the one that the account likes best is taken. */
export interface Download {
  release(release: Release, format?: AudioFormat): Promise<void>;
  track(track: Track, format?: AudioFormat): Promise<void>;
  video(track: Track, format?: VideoFormat): Promise<void>;
  playlist(
    playlist: Pick<Playlist, 'playlistid' | 'name' | 'thumbnail' | 'tracks'>,
    format?: AudioFormat,
  ): Promise<void>;
}

/** The same object as long as the cache is the same. */
export function useDownload(): Download {
  const askRelease = useAskRelease();
  const askFormat = useAskFormat();
  return useMemo(() => download(askRelease, askFormat), [askRelease, askFormat]);
}

/** Most visits download nothing: the manager comes with the first press. */
const manager = () => import('./add.ts');

function download(askRelease: AskRelease, askFormat: () => AudioFormat): Download {
  return {
    release: (release, format = askFormat()) =>
      told(async () => {
        const [{ add }, { songs }] = await Promise.all([manager(), askRelease(release.releaseid)]);
        if (songs.length > 0) add({ type: 'release', release, format });
      }),
    track: (track, format = askFormat()) => told(async () => (await manager()).add({ type: 'song', track, format })),
    video: (track, format = 'mp4') => told(async () => (await manager()).add({ type: 'video', track, format })),
    playlist: (playlist, format = askFormat()) =>
      told(async () => (await manager()).add({ type: 'playlist', playlist, format })),
  };
}

async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (failure) {
    logged('A download could not be added', failure);
    notify({ category: 'somethingWrong' });
  }
}
