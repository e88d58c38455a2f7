import { lazy, Suspense, useEffect } from 'react';
import { refusalCode } from '../platform/errorText.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { usePlaylist } from './data.ts';
import { NoTracks } from './NoTracks.tsx';
import { PlaylistHead, PlaylistHeadSkeleton } from './PlaylistHead.tsx';
import { PlaylistMissing } from './PlaylistMissing.tsx';
import styles from './PlaylistPage.module.css';
import { PlaylistState } from './PlaylistState.tsx';

/** Rows that can be dragged need more than the rest of the page: they come beside the tracks. */
const load = async () => ({ default: (await import('./PlaylistTable.tsx')).PlaylistTable });
const PlaylistTable = lazy(load);

/** One playlist: what it is, and its tracks (C-ROUTE-18). */
export function PlaylistPage({ playlistid }: { playlistid: string }) {
  const t = useText();
  const { playlist, error, refetch } = usePlaylist(playlistid);
  useEffect(() => void load().catch(() => undefined), []);
  const code = refusalCode(error);
  const isMissing = code === 'PLAYLIST_NOT_FOUND' || code === 'VALIDATION';
  useTitle(isMissing ? t('playlist.missing-title') : (playlist?.name ?? ''), false);
  if (isMissing) return <PlaylistMissing />;
  if (!playlist && error) {
    return (
      <PlaylistState
        isFailure
        title="playlist.failed-one"
        hint="playlist.failed-hint"
        act="playlist.retry"
        onAct={() => void refetch()}
      />
    );
  }
  return (
    <div className={styles.page}>
      {playlist ? <PlaylistHead playlist={playlist} /> : <PlaylistHeadSkeleton />}
      {playlist && playlist.items.length === 0 && <NoTracks />}
      <Suspense fallback={null}>
        {playlist && playlist.items.length > 0 && <PlaylistTable playlist={playlist} />}
      </Suspense>
    </div>
  );
}
