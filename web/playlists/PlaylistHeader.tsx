import type { Playlist } from '@promenade/contract/playlists';
import { ArrowDownToLine, FileText, Pause, Pencil, Play } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../design/Button.tsx';
import { IconButton, IconLink } from '../design/IconButton.tsx';
import { Skeleton } from '../design/Skeleton.tsx';
import { Sleeve } from '../design/Sleeve.tsx';
import { useCanDownload } from '../downloads/optionsData.ts';
import { useDownload } from '../downloads/useDownload.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { playingTime } from '../releases/time.ts';
import { reportAddress } from './data.ts';
import { PinButton } from './PinButton.tsx';
import styles from './PlaylistHead.module.css';
import { PlaylistMenu } from './PlaylistMenu.tsx';
import { openDialog } from './pickerStore.ts';
import { usePlayPlaylist } from './playing.ts';

/** So many covers make a square of them; fewer, and the first stands alone. */
const COLLAGE = 4;

/** The top of a playlist's page: covers, words, and what can be done with all of it. */
export function PlaylistHead({ playlist }: { playlist: Playlist }) {
  const t = useText();
  const { isPlaying, isStarting, press } = usePlayPlaylist(playlist);
  const { playlistid, name, desc, tracks, duration } = playlist;
  return (
    <div className={styles.head}>
      <Covers thumbnails={playlist.thumbnails} />
      <div className={styles.words}>
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
          {t('playlist.songs', { count: tracks, duration: playingTime(duration) })}
        </p>
        <div className={styles.actions}>
          <Button
            look="primary"
            icon={isPlaying ? Pause : Play}
            iconFilled
            busy={isStarting}
            disabled={tracks === 0}
            onClick={press}
          >
            {t(isPlaying ? 'release.pause-word' : 'release.play-word')}
          </Button>
          <PinButton playlist={playlist} />
          <IconButton icon={Pencil} label={t('playlist.edit')} onClick={() => openDialog({ kind: 'form', playlist })} />
          {tracks > 0 && (
            <IconLink
              icon={FileText}
              label={t('playlist.pdf')}
              href={reportAddress(playlistid)}
              target="_blank"
              rel="noopener"
            />
          )}
          <Downloads playlist={playlist} />
          <PlaylistMenu playlist={playlist} isOnPage />
        </div>
      </div>
    </div>
  );
}

function Downloads({ playlist }: { playlist: Playlist }) {
  const t = useText();
  const download = useDownload();
  if (!useCanDownload(playlist) || playlist.tracks === 0) return null;
  return (['wav', 'mp3'] as const).map((format) => (
    <Button
      key={format}
      size="small"
      icon={ArrowDownToLine}
      className={styles.download}
      onClick={() => void download.playlist(playlist, format)}
    >
      {t(`playlist.download-${format}`)}
    </Button>
  ));
}

function Covers({ thumbnails }: Pick<Playlist, 'thumbnails'>) {
  if (thumbnails.length < COLLAGE) return <Sleeve src={thumbnails[0] ?? null} eager className={styles.cover} />;
  return (
    <div className={styles.cover}>
      <div className={styles.collage}>
        {thumbnails.slice(0, COLLAGE).map((src) => (
          <Sleeve key={src} src={src} eager />
        ))}
      </div>
    </div>
  );
}

/** Its shape until it is here. */
export function PlaylistHeadSkeleton() {
  const t = useText();
  return (
    <div className={styles.head} role="status" aria-label={t('common.loading')}>
      <Skeleton className={styles.cover} />
      <div className={styles.words}>
        <Skeleton className={styles.nameShape} />
        <Skeleton className={styles.countShape} />
      </div>
    </div>
  );
}
