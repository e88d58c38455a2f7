import type { Release, Track } from '@promenade/contract/catalogue';
import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { Check, ListEnd, ListPlus, ListStart, type LucideIcon, Pause, Play, SmilePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ArchiveButton } from '../catalogue/ArchiveButton.tsx';
import { useFetchAudioTracks } from '../catalogue/data.ts';
import { FlagButton } from '../catalogue/FlagButton.tsx';
import { ReactionButton, useReactionDialog } from '../catalogue/reaction/ReactionButton.tsx';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { MenuButton } from '../design/MenuButton.tsx';
import { DownloadRelease } from '../downloads/DownloadButtons.tsx';
import { NetworkButtons, useNetworkActions } from '../network/ReleaseButtons.tsx';
import { type TextKey, useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { queueMenuItems, usePlayActions, usePlayRelease } from '../player/playActions.ts';
import { AddToPlaylist } from '../playlists/AddToPlaylist.tsx';
import { openPicker } from '../playlists/dialogStore.ts';
import styles from './ReleaseActions.module.css';

interface Props {
  release: Release;
  /** Undefined while loading. */
  songs: readonly Track[] | undefined;
  /** False where the layout has no room (requirement C-DETAIL-27, requirements decision 28). */
  hasArchive?: boolean;
  /** Inserted after "Play later". */
  children?: ReactNode;
}

/** Buttons in the order of requirement C-POPUP-08, with share and contact before the downloads; on phones with words. */
export function ReleaseActions({ release, songs, hasArchive = true, children }: Props) {
  const isPhone = useBelow(MOBILE_BELOW_PX);
  return (
    <div className={styles.actions}>
      <PlayRelease release={release} />
      <div className={styles.icons}>
        {!isPhone && <QueueButtons release={release} />}
        {children}
        <FlagButton release={release} hasWord={isPhone} />
        {hasArchive && <ArchiveButton release={release} hasWord={isPhone} />}
        {!isPhone && <ReactionButton release={release} />}
        {isPhone ? <PhoneMenu release={release} /> : <MoreButtons release={release} />}
      </div>
      <div className={styles.downloads}>
        <DownloadRelease release={release} songs={songs} />
      </div>
    </div>
  );
}

function MoreButtons({ release }: Pick<Props, 'release'>) {
  const fetchAudioTracks = useFetchAudioTracks();
  return (
    <>
      <AddToPlaylist title={release.title} tracks={() => fetchAudioTracks(release.releaseid)} />
      <NetworkButtons release={release} />
    </>
  );
}

/** What the icons of wider windows do, with words: nothing hovers on a phone. */
function PhoneMenu({ release }: Pick<Props, 'release'>) {
  const t = useText();
  const { playNext, playLater } = usePlayActions();
  const fetchAudioTracks = useFetchAudioTracks();
  const { actions, dialog } = useNetworkActions(release);
  const reaction = useReactionDialog(release);
  const { releaseid, title, duration } = release;
  return (
    <>
      <MenuButton
        label={t('table.more', { title })}
        className={styles.menu}
        items={[
          ...queueMenuItems(t, {
            isDisabled: duration === 0,
            playNext: () => void playNext(release),
            playLater: () => void playLater(release),
          }),
          {
            id: 'add',
            icon: ListPlus,
            label: t('track.add-to'),
            onAction: () => openPicker({ title, tracks: () => fetchAudioTracks(releaseid) }),
          },
          { id: 'react', icon: SmilePlus, label: reaction.label, onAction: reaction.open },
          ...actions,
        ]}
      />
      {dialog}
      {reaction.dialog}
    </>
  );
}

function QueueButtons({ release }: Pick<Props, 'release'>) {
  const { playNext, playLater } = usePlayActions();
  return (
    <>
      <QueueButton
        release={release}
        icon={ListStart}
        label="release.play-next"
        doneLabel="release.queued-next"
        queue={playNext}
      />
      <QueueButton
        release={release}
        icon={ListEnd}
        label="release.play-later"
        doneLabel="release.queued-later"
        queue={playLater}
      />
    </>
  );
}

function PlayRelease({ release }: { release: Release }) {
  const t = useText();
  const { isPlaying, isStarting, press } = usePlayRelease(release);
  return (
    <Button
      variant="primary"
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

interface QueueButtonProps {
  release: Release;
  icon: LucideIcon;
  label: TextKey;
  doneLabel: TextKey;
  queue: (release: Release) => Promise<void>;
}

/** Queues the release once and shows a check mark until it unmounts (requirements C-POPUP-10, C-POPUP-12). */
function QueueButton({ release, icon, label, doneLabel, queue }: QueueButtonProps) {
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
      label={t(isDone ? doneLabel : label)}
      aria-disabled={isDone || undefined}
      disabled={release.duration === 0}
      className={isDone ? styles.done : undefined}
      onClick={press}
    />
  );
}
