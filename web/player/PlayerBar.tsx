import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { Keyboard } from 'lucide-react';
import { type CSSProperties, lazy, Suspense, useEffect } from 'react';
import { formatTooltip, formatTrackTitle } from '../catalogue/format.ts';
import { ArtistLinks } from '../catalogue/NameLinks.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import styles from './PlayerBar.module.css';
import { AutoPlay, PlayPause, QueueToggle, ReleaseLink, SkipButton, TrackTitle } from './PlayerControls.tsx';
import { setKeyHelpOpen } from './panelStore.ts';
import { expandPlayer } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { Song } from './queue/queue.ts';
import { SeekBar } from './SeekBar.tsx';
import { Volume } from './Volume.tsx';

const loadFullPlayer = async () => ({ default: (await import('./FullPlayer.tsx')).FullPlayer });
const FullPlayer = lazy(loadFullPlayer);
const SongMarks = lazy(async () => ({ default: (await import('./SongMarks.tsx')).SongMarks }));

/** The bar with the current track and its controls, tinted in the colour of the cover. On a phone it opens the full-screen player, and is one line without a track. */
export function PlayerBar() {
  const t = useText();
  const song = usePlayer((player) => player.song);
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const phoneSong = isMobile ? song : null;
  const hasPhoneSong = phoneSong !== null;
  const isFull = usePlayer((player) => !player.shouldShowMiniPlayer);
  useEffect(() => {
    if (hasPhoneSong) void loadFullPlayer().catch(() => undefined);
  }, [hasPhoneSong]);
  if (isMobile && !song) {
    return (
      <section className={classNames(styles.dock, styles.idle)} aria-label={t('player.region')}>
        {t('player.empty')}
      </section>
    );
  }
  return (
    <>
      <section
        className={classNames(styles.dock, song !== null && styles.tinted)}
        style={song ? ({ '--tint': song.color } as CSSProperties) : undefined}
        aria-label={t('player.region')}
      >
        {phoneSong ? <MiniPlayer song={phoneSong} /> : <NowPlaying song={song} />}
        <div className={styles.transport}>
          {!isMobile && <SkipButton to="previous" />}
          <PlayPause />
          <SkipButton to="next" />
        </div>
        <SeekBar />
        <div className={styles.extras}>
          {!isMobile && (
            <>
              <span className={styles.marks}>
                <Suspense fallback={null}>{song && <SongMarks song={song} />}</Suspense>
              </span>
              <ReleaseLink song={song} />
              <AutoPlay />
            </>
          )}
          <QueueToggle />
          {!isMobile && (
            <>
              <Volume />
              <IconButton
                icon={Keyboard}
                label={t('player.keys')}
                className={styles.keys}
                onClick={() => setKeyHelpOpen(true)}
              />
            </>
          )}
        </div>
      </section>
      {phoneSong && isFull && (
        <Suspense fallback={null}>
          <FullPlayer song={phoneSong} />
        </Suspense>
      )}
    </>
  );
}

function NowPlaying({ song }: { song: Song | null }) {
  const t = useText();
  return (
    <div className={styles.now}>
      <CoverArt key={song?.coverart} src={song?.coverart ?? null} color={song?.color} className={styles.cover} />
      {song ? (
        <TrackTitle song={song}>
          <ArtistLinks of={song} />
        </TrackTitle>
      ) : (
        <p className={styles.empty}>{t('player.empty')}</p>
      )}
    </div>
  );
}

function MiniPlayer({ song }: { song: Song }) {
  const t = useText();
  return (
    <button
      type="button"
      className={styles.now}
      data-tooltip={formatTooltip(formatTrackTitle(song), song.artist)}
      aria-haspopup="dialog"
      onClick={() => usePlayer.setState(expandPlayer)}
    >
      <CoverArt key={song.coverart} src={song.coverart} color={song.color} className={styles.cover} />
      <span className="visuallyHidden">{t('player.expand')}</span>
      <TrackTitle song={song}>
        <bdi>{song.artist}</bdi>
      </TrackTitle>
    </button>
  );
}
