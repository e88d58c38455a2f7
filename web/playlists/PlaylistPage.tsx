import { lazy, Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { looks } from '../design/Button.tsx';
import { Nothing } from '../design/Nothing.tsx';
import { refusalCode } from '../platform/errorText.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { usePlaylist } from './data.ts';
import { FailedPlaylists } from './FailedPlaylists.tsx';
import { PlaylistHead, PlaylistHeadSkeleton } from './PlaylistHead.tsx';
import styles from './PlaylistPage.module.css';

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
  if (isMissing) return <Missing />;
  if (!playlist && error) return <FailedPlaylists title="playlist.failed-one" onRetry={() => void refetch()} />;
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

/** For a playlist that is unknown, or another account's (C-ROUTE-25). */
function Missing() {
  const t = useText();
  return (
    <Nothing heading="h1" title={t('playlist.missing-title')} hint={t('playlist.missing-message')}>
      <Link to={paths.playlists} className={looks({ look: 'primary' })}>
        {t('playlist.missing-link')}
      </Link>
    </Nothing>
  );
}

function NoTracks() {
  const t = useText();
  return (
    <Nothing title={t('playlist.no-tracks-title')} hint={t('playlist.no-tracks-hint')}>
      <Link to={paths.releases} className={looks({})}>
        {t('playlist.to-releases')}
      </Link>
    </Nothing>
  );
}
