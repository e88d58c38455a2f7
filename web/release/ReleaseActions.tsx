import type { Release } from '@promenade/contract/catalogue';
import { Check, ListEnd, ListStart, type LucideIcon, Pause, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { DownloadRelease } from '../downloads/DownloadButtons.tsx';
import { ContactButton } from '../network/ContactButton.tsx';
import { ShareButton } from '../network/ShareButton.tsx';
import { type TextKey, useText } from '../platform/text.ts';
import { useListen, usePlayRelease } from '../player/listen.ts';
import { AddToPlaylist } from '../playlists/AddToPlaylist.tsx';
import { ArchiveButton } from '../releases/ArchiveButton.tsx';
import { useAskAudio } from '../releases/data.ts';
import { FlagButton } from '../releases/FlagButton.tsx';
import styles from './ReleaseActions.module.css';

interface Props {
  release: Release;
  /** Compact places have no room for archiving (C-DETAIL-27, C-DETAIL-28). */
  hasArchive?: boolean;
  /** What the place adds, behind play later. */
  children?: ReactNode;
}

/** What can be done with a release, in the order of C-POPUP-08; sharing and contact stand before the downloads. */
export function ReleaseActions({ release, hasArchive = true, children }: Props) {
  const { playNext, playLater } = useListen();
  const askAudio = useAskAudio();
  return (
    <div className={styles.actions}>
      <PlayRelease release={release} />
      <QueueOnce
        release={release}
        icon={ListStart}
        label="release.play-next"
        done="release.queued-next"
        queue={playNext}
      />
      <QueueOnce
        release={release}
        icon={ListEnd}
        label="release.play-later"
        done="release.queued-later"
        queue={playLater}
      />
      {children}
      <FlagButton release={release} />
      {hasArchive && <ArchiveButton release={release} />}
      <AddToPlaylist title={release.title} tracks={() => askAudio(release.releaseid)} />
      <ShareButton release={release} />
      <ContactButton release={release} />
      <div className={styles.downloads}>
        <DownloadRelease release={release} />
      </div>
    </div>
  );
}

function PlayRelease({ release }: { release: Release }) {
  const t = useText();
  const { isPlaying, isStarting, press } = usePlayRelease(release);
  return (
    <Button
      look="primary"
      icon={isPlaying ? Pause : Play}
      iconFilled
      busy={isStarting}
      disabled={release.duration === 0}
      onClick={press}
    >
      {t(isPlaying ? 'release.pause-word' : 'release.play-word')}
    </Button>
  );
}

interface QueueOnceProps {
  release: Release;
  icon: LucideIcon;
  label: TextKey;
  done: TextKey;
  queue: (release: Release) => Promise<void>;
}

/** Queues once and then wears a tick; closing the pop-up takes it off again (C-POPUP-10, C-POPUP-12). */
function QueueOnce({ release, icon, label, done, queue }: QueueOnceProps) {
  const t = useText();
  const [isDone, setDone] = useState(false);
  function press() {
    if (isDone) return;
    setDone(true);
    void queue(release);
  }
  return (
    <IconButton
      icon={isDone ? Check : icon}
      label={t(isDone ? done : label)}
      aria-disabled={isDone || undefined}
      disabled={release.duration === 0}
      className={isDone ? styles.done : undefined}
      onClick={press}
    />
  );
}
