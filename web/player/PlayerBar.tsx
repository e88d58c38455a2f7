import { Keyboard } from 'lucide-react';
import { type CSSProperties, lazy, Suspense, useEffect } from 'react';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { Sleeve } from '../design/Sleeve.tsx';
import { useIsMobile } from '../platform/mobile.ts';
import { useText } from '../platform/text.ts';
import { showKeys } from './keysHelpStore.ts';
import { MiniPlayer } from './MiniPlayer.tsx';
import styles from './PlayerBar.module.css';
import { AutoPlay, PlayPause, QueueToggle, ReleaseLink, SkipBackButton, SkipForwardButton } from './PlayerControls.tsx';
import { usePlayer } from './playerStore.ts';
import type { Song } from './queue.ts';
import { SeekBar } from './SeekBar.tsx';
import { SongWords } from './SongWords.tsx';
import { Volume } from './Volume.tsx';

const load = async () => ({ default: (await import('./FullPlayer.tsx')).FullPlayer });
const FullPlayer = lazy(load);

/** The dock at the bottom: what is on, and the controls for it. It takes a tint from the cover; on a phone it is small. */
export function PlayerBar() {
  const t = useText();
  const song = usePlayer((player) => player.song);
  const isMobile = useIsMobile();
  const phoneSong = isMobile ? song : null;
  const isFull = usePlayer((player) => !player.shouldShowMiniPlayer);
  usePrefetch(phoneSong !== null);
  return (
    <>
      <section
        className={classNames(styles.dock, song !== null && styles.tinted)}
        style={song ? ({ '--tint': song.color } as CSSProperties) : undefined}
        aria-label={t('player.region')}
      >
        {phoneSong ? <MiniPlayer song={phoneSong} /> : <NowPlaying song={song} />}
        <div className={styles.transport}>
          {!isMobile && <SkipBackButton />}
          <PlayPause />
          <SkipForwardButton />
        </div>
        <SeekBar />
        <div className={styles.extras}>
          {!isMobile && (
            <>
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
                onClick={() => showKeys(true)}
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

/** What fills a phone's screen is there before it is asked for. */
function usePrefetch(isWanted: boolean): void {
  useEffect(() => {
    // A failed fetch here is tried again, and told, when it opens.
    if (isWanted) void load().catch(() => undefined);
  }, [isWanted]);
}

function NowPlaying({ song }: { song: Song | null }) {
  const t = useText();
  return (
    <div className={styles.now}>
      <Sleeve key={song?.coverart} src={song?.coverart ?? null} color={song?.color} className={styles.cover} />
      {song ? <SongWords song={song} /> : <p className={styles.empty}>{t('player.empty')}</p>}
    </div>
  );
}
