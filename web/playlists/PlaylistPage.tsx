import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { buttonClass } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { getRefusalCode } from '../platform/errorText.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { usePlaylist } from './data.ts';
import { PlaylistError } from './PlaylistError.tsx';
import styles from './PlaylistHeader.module.css';
import { PlaylistHeader, PlaylistHeaderSkeleton } from './PlaylistHeader.tsx';
import { PLAYLIST_ORDER } from './trackSort.ts';

/** The drag-and-drop code is larger than the rest of the page: it loads in parallel to the tracks. */
const load = async () => ({ default: (await import('./PlaylistTable.tsx')).PlaylistTable });
const PlaylistTable = lazy(load);

/** `/playlists/:playlistid` (requirement C-ROUTE-18). */
export function PlaylistPage() {
  const { playlistid = '' } = useParams();
  return <Page key={playlistid} playlistid={playlistid} />;
}

function Page({ playlistid }: { playlistid: string }) {
  const t = useText();
  const { playlist, error, refetch } = usePlaylist(playlistid);
  const [sort, setSort] = useState(PLAYLIST_ORDER);
  useEffect(() => void load().catch(() => undefined), []);
  const code = getRefusalCode(error);
  const isMissing = code === 'PLAYLIST_NOT_FOUND' || code === 'VALIDATION';
  useTitle(isMissing ? t('playlist.missing-title') : (playlist?.name ?? ''), false);
  // Also a playlist of another account (requirement C-ROUTE-25).
  if (isMissing)
    return (
      <EmptyState heading="h1" title={t('playlist.missing-title')} hint={t('playlist.missing-message')}>
        <Link to={paths.playlists} className={buttonClass({ variant: 'primary' })}>
          {t('playlist.missing-link')}
        </Link>
      </EmptyState>
    );
  if (!playlist && error) return <PlaylistError title="playlist.failed-one" onRetry={() => void refetch()} />;
  return (
    <div className={styles.page}>
      {playlist ? <PlaylistHeader playlist={playlist} sort={sort} /> : <PlaylistHeaderSkeleton />}
      {playlist?.items.length === 0 && (
        <EmptyState title={t('playlist.no-tracks-title')} hint={t('playlist.no-tracks-hint')}>
          <Link to={paths.releases} className={buttonClass({})}>
            {t('playlist.to-releases')}
          </Link>
        </EmptyState>
      )}
      <Suspense fallback={null}>
        {playlist && playlist.items.length > 0 && <PlaylistTable playlist={playlist} sort={sort} onSort={setSort} />}
      </Suspense>
    </div>
  );
}
