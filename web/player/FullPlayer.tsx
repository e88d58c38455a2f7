import { ChevronDown } from 'lucide-react';
import { type CSSProperties, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { FullScreen } from '../design/FullScreen.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Sleeve } from '../design/Sleeve.tsx';
import { useText } from '../platform/text.ts';
import styles from './FullPlayer.module.css';
import { AutoPlay, PlayPause, QueueToggle, ReleaseLink, SkipBackButton, SkipForwardButton } from './PlayerControls.tsx';
import { collapsePlayer } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { Song } from './queue.ts';
import { SeekBar } from './SeekBar.tsx';
import { SongWords } from './SongWords.tsx';
import { isIos } from './unlock.ts';
import { Volume } from './Volume.tsx';

/** The player over the whole screen of a phone. Its own control, Escape, the back gesture and the queue make it small again. */
export function FullPlayer({ song }: { song: Song }) {
  const t = useText();
  useEffect(() => {
    window.addEventListener('popstate', collapse);
    return () => window.removeEventListener('popstate', collapse);
  }, []);
  return (
    // By Escape it is closed already.
    <FullScreen label={t('player.region')} onClose={() => !usePlayer.getState().shouldShowMiniPlayer && leave()}>
      <div className={styles.full} style={{ '--tint': song.color } as CSSProperties}>
        <header className={styles.head}>
          <IconButton icon={ChevronDown} iconSize={26} label={t('player.collapse')} onClick={leave} />
          <span className={styles.album}>
            <bdi>{song.album}</bdi>
          </span>
          <ReleaseLink song={song} onLeave={collapse} />
        </header>
        <div className={styles.stage}>
          <Sleeve
            key={song.coverart}
            src={song.coverart?.replace(/-500\.webp$/, '-1000.webp') ?? null}
            color={song.color}
            pixels={1000}
            eager
            className={styles.cover}
          />
        </div>
        <SongWords song={song} className={styles.words} />
        <SeekBar isLarge />
        <div className={styles.transport}>
          <AutoPlay />
          <SkipBackButton />
          <PlayPause />
          <SkipForwardButton />
          {/* Gone before the queue opens: that gives the focus back to what has it then. */}
          <QueueToggle onPress={() => flushSync(leave)} />
        </div>
        {!isIos() && <Volume isLarge />}
      </div>
    </FullScreen>
  );
}

const collapse = () => usePlayer.setState(collapsePlayer);

/** Its place in the browser's history goes with it. */
function leave(): void {
  collapse();
  history.back();
}
