import type { Playlist } from '@promenade/contract/playlists';
import { FileText, Pause, Pencil, Play } from 'lucide-react';
import { Link } from 'react-router';
import { formatDuration } from '../catalogue/format.ts';
import { Button } from '../design/Button.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { IconButton, IconLink } from '../design/IconButton.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import type { TableSort } from '../design/tableColumns.ts';
import { DownloadPlaylist } from '../downloads/DownloadButtons.tsx';
import { ListButtons } from '../downloads/ListButtons.tsx';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { type PlaylistWithTracks, sheetUrl } from './data.ts';
import { openDialog } from './dialogStore.ts';
import { PinButton, PlaylistMenu } from './PlaylistButtons.tsx';
import styles from './PlaylistHeader.module.css';
import { usePlayPlaylist } from './playback.ts';

const ListenThrough = lazyPart(async () => (await import('../catalogue/ListenThrough.tsx')).ListenThrough);

/** With fewer covers only the first is shown. */
const COLLAGE_COVERS = 4;

interface Props {
  playlist: PlaylistWithTracks;
  /** The order in which the tracks are shown and play. */
  sort: TableSort;
}

export function PlaylistHeader({ playlist, sort }: Props) {
  const t = useText();
  const { isPlaying, isStarting, press } = usePlayPlaylist(playlist, sort);
  const { playlistid, name, desc, tracks, duration } = playlist;
  return (
    <div className={styles.head}>
      <Covers thumbnails={playlist.thumbnails} />
      <div className={styles.content}>
        <Link to={paths.playlists} className={styles.up}>
          {t('playlist.title')}
        </Link>
        <h1 className={styles.name}>
          <bdi>{name}</bdi>
        </h1>
        {desc && (
          <p className={styles.desc}>
            <bdi>{desc}</bdi>
          </p>
        )}
        <p className={styles.count} aria-live="polite">
          {t('playlist.songs', { count: tracks, duration: formatDuration(duration) })}
        </p>
        <div className={styles.actions}>
          <Button
            variant="primary"
            icon={isPlaying ? Pause : Play}
            iconFilled
            busy={isStarting}
            disabled={tracks === 0}
            onClick={press}
          >
            {t(isPlaying ? 'release.pause-word' : 'release.play-word')}
          </Button>
          {tracks > 0 && <ListenThrough source={{ kind: 'playlist', playlistid }} />}
          <PinButton playlist={playlist} />
          <IconButton icon={Pencil} label={t('playlist.edit')} onClick={() => openDialog({ kind: 'form', playlist })} />
          {tracks > 0 && (
            <IconLink
              icon={FileText}
              label={t('playlist.pdf')}
              href={sheetUrl(playlistid)}
              target="_blank"
              rel="noopener"
            />
          )}
          {tracks > 0 && <DownloadPlaylist playlist={playlist} songs={playlist.items} className={styles.download} />}
          {tracks > 0 && <ListButtons size="small" source={{ kind: 'playlist', playlistid }} />}
          <PlaylistMenu playlist={playlist} isOnPage />
        </div>
      </div>
    </div>
  );
}

function Covers({ thumbnails }: Pick<Playlist, 'thumbnails'>) {
  if (thumbnails.length < COLLAGE_COVERS)
    return <CoverArt src={thumbnails[0] ?? null} eager className={styles.cover} />;
  return (
    <div className={styles.cover}>
      <div className={styles.collage}>
        {thumbnails.slice(0, COLLAGE_COVERS).map((src) => (
          <CoverArt key={src} src={src} eager />
        ))}
      </div>
    </div>
  );
}

export function PlaylistHeaderSkeleton() {
  const t = useText();
  return (
    <div className={styles.head} role="status" aria-label={t('common.loading')}>
      <Skeleton className={styles.cover} />
      <div className={styles.content}>
        <Skeleton width="min(360px, 80%)" height={40} />
        <Skeleton width={160} height={16} />
      </div>
    </div>
  );
}
