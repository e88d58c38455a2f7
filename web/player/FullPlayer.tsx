import { ChevronDown } from 'lucide-react';
import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { Sleeve } from '../design/Sleeve.tsx';
import { useText } from '../platform/text.ts';
import styles from './FullPlayer.module.css';
import { AutoPlay, PlayPause, QueueToggle, ReleaseLink, SkipBackButton, SkipForwardButton } from './PlayerControls.tsx';
import { collapsePlayer } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { Song } from './queue.ts';
import { useQueueOpen } from './queueOpenStore.ts';
import { SeekBar } from './SeekBar.tsx';
import { SongWords } from './SongWords.tsx';
import { isIos } from './unlock.ts';
import { Volume } from './Volume.tsx';

/** The player over the whole screen of a phone. Its own control, Escape and the back gesture make it small again. */
export function FullPlayer({ song }: { song: Song }) {
  const t = useText();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className={styles.full}
      style={{ '--tint': song.color } as CSSProperties}
      aria-label={t('player.region')}
      // By Escape it is closed already.
      onClose={() => !usePlayer.getState().shouldShowMiniPlayer && leave()}
    >
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
        <QueueToggle />
      </div>
      {!isIos() && <Volume isLarge />}
    </dialog>
  );
}

/** Shown as long as it is rendered; the back gesture and the queue, which lies below it, make the player small. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // While it is still there: only then what had the focus gets it back.
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    window.addEventListener('popstate', collapse);
    const unsubscribe = useQueueOpen.subscribe(({ isOpen }) => isOpen && leave());
    return () => {
      window.removeEventListener('popstate', collapse);
      unsubscribe();
    };
  }, []);
  return ref;
}

const collapse = () => usePlayer.setState(collapsePlayer);

/** Its place in the browser's history goes with it. */
function leave(): void {
  collapse();
  history.back();
}
