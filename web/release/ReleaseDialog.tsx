import type { Release } from '@promenade/contract/catalogue';
import { POPUP_TRACKLIST_PX } from '@promenade/contract/limits';
import { Info, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useRelease } from '../catalogue/data.ts';
import { formatDuration } from '../catalogue/format.ts';
import { ExplicitMark } from '../catalogue/Marks.tsx';
import { Marquee } from '../catalogue/Marquee.tsx';
import { ArtistLinks } from '../catalogue/NameLinks.tsx';
import { useReportOpening } from '../catalogue/openingData.ts';
import { showReleaseError } from '../catalogue/releaseErrorStore.ts';
import { CoverArt } from '../design/CoverArt.tsx';
import { Dialog } from '../design/Dialog.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { Facts } from './Facts.tsx';
import { ReleaseActions } from './ReleaseActions.tsx';
import styles from './ReleaseDialog.module.css';
import { SharedBy } from './SharedBy.tsx';
import { TrackList, TrackRow, TrackSkeletons } from './TrackRow.tsx';

interface Props {
  release: Release;
  /** Counts as no opening. */
  isPreview?: boolean;
  onClose: () => void;
}

/** The release pop-up. Everything but the tracks renders at once; an error closes it and opens the error modal (requirement C-MODAL-10). */
export function ReleaseDialog({ release: initial, isPreview = false, onClose }: Props) {
  const t = useText();
  const { release: detail, known, error } = useRelease(initial.releaseid);
  // The cached release has the current marks; the prop does not.
  const release = known ?? initial;
  useReportOpening(isPreview ? undefined : detail?.releaseid);
  useEffect(() => {
    if (!error) return;
    onClose();
    showReleaseError(error);
  }, [error, onClose]);
  return (
    <Dialog
      label={t('release.open', { title: release.title, artist: release.artist })}
      tint={release.color}
      onClose={onClose}
    >
      <div className={styles.release}>
        <IconButton icon={X} label={t('common.close')} className={styles.close} onClick={onClose} />
        <CoverArt
          src={release.coverart}
          color={release.color}
          alt={t('release.cover', { title: release.title })}
          pixels={1000}
          eager
          className={styles.cover}
        />
        <div className={styles.head}>
          <Title>
            <Marquee title={release.title} />
            {release.explicit && <ExplicitMark />}
          </Title>
          <p className={styles.artist}>
            <ArtistLinks of={release} />
          </p>
          <p className={styles.songs}>
            {t('release.songs', { count: release.trackcount, duration: formatDuration(release.duration) })}
          </p>
          <SharedBy release={release} className={styles.shared} />
          <ReleaseActions release={release} songs={detail?.songs}>
            <InfoLink release={release} />
          </ReleaseActions>
        </div>
        <TrackList
          className={styles.tracks}
          style={{ height: POPUP_TRACKLIST_PX }}
          aria-label={t('release.tracks', { title: release.title })}
        >
          {detail?.songs.map((track, index, songs) => (
            <TrackRow
              key={track.trackid}
              release={release}
              track={track}
              number={index + 1}
              following={songs.slice(index)}
            />
          ))}
          {!detail && <TrackSkeletons count={Math.min(release.trackcount, 7)} />}
        </TrackList>
        <Facts release={release} className={styles.facts} />
      </div>
    </Dialog>
  );
}

/** Has the focus first: a dialog that has it itself is read from its first word to the last. */
function Title({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.title}>
      {children}
    </h2>
  );
}

function InfoLink({ release }: { release: Release }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <IconButton
      icon={Info}
      label={t('release.info-word')}
      disabled={release.duration === 0}
      onClick={() => void navigate(releasePath(release.releaseid))}
    />
  );
}
