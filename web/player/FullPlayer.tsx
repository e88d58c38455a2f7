import { ChevronDown } from 'lucide-react';
import type { CSSProperties } from 'react';
import { flushSync } from 'react-dom';
import { ArtistLinks } from '../catalogue/NameLinks.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { classNames } from '../design/classNames.ts';
import { FullScreen } from '../design/FullScreen.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { isIos } from '../platform/browser.ts';
import { useText } from '../platform/text.ts';
import styles from './FullPlayer.module.css';
import { AutoPlay, PlayPause, QueueToggle, ReleaseLink, SkipButton, TrackTitle } from './PlayerControls.tsx';
import { collapsePlayer } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { Song } from './queue/queue.ts';
import { SeekBar } from './SeekBar.tsx';
import { SongMarks } from './SongMarks.tsx';
import { Volume } from './Volume.tsx';

/** The full-screen player of a phone. */
export function FullPlayer({ song }: { song: Song }) {
  const t = useText();
  return (
    <FullScreen label={t('player.region')} onClose={collapse}>
      <div className={styles.full} style={{ '--tint': song.color } as CSSProperties}>
        <header className={styles.head}>
          <IconButton icon={ChevronDown} iconSize={26} label={t('player.collapse')} onClick={collapse} />
          <span className={classNames('ellipsis', styles.album)}>
            <bdi>{song.album}</bdi>
          </span>
          <ReleaseLink song={song} onFollow={collapse} />
        </header>
        <div className={styles.stage}>
          <CoverArt
            key={song.coverart}
            src={song.coverart?.replace(/-500\.webp$/, '-1000.webp') ?? null}
            color={song.color}
            pixels={1000}
            eager
            className={styles.cover}
          />
        </div>
        <div className={styles.title}>
          <TrackTitle song={song} className={styles.words}>
            <ArtistLinks of={song} onClick={collapse} />
          </TrackTitle>
          <span className={styles.marks}>
            <SongMarks song={song} />
          </span>
        </div>
        <SeekBar isLarge />
        <div className={styles.transport}>
          <AutoPlay className={styles.autoPlay} />
          <SkipButton to="previous" />
          <PlayPause />
          <SkipButton to="next" />
          {/* Closed first: the queue panel returns the focus to the element that had it when it opened. */}
          <QueueToggle onPress={() => flushSync(collapse)} />
        </div>
        {!isIos() && <Volume isLarge />}
      </div>
    </FullScreen>
  );
}

const collapse = () => usePlayer.setState(collapsePlayer);
