import type { ReleaseDetail, Track } from '@promenade/contract/catalogue';
import { ChevronDown } from 'lucide-react';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { trackName } from '../releases/trackName.ts';
import { TrackDetails } from './TrackDetails.tsx';
import styles from './Tracklist.module.css';
import { TrackRow } from './TrackRow.tsx';

interface Props {
  release: ReleaseDetail;
  /** Ids of the tracks that show what is known about them. */
  open: ReadonlySet<string>;
  onOpen: (open: ReadonlySet<string>) => void;
}

/** The tracks of a release with what is known about each. */
export function Tracklist({ release, open, onOpen }: Props) {
  const t = useText();
  const { songs, title } = release;
  const areAllOpen = songs.length > 0 && songs.every(({ trackid }) => open.has(trackid));
  function toggle({ trackid }: Track) {
    const next = new Set(open);
    if (!next.delete(trackid)) next.add(trackid);
    onOpen(next);
  }
  return (
    <>
      <Button
        look="plain"
        size="small"
        className={styles.all}
        disabled={songs.length === 0}
        onClick={() => onOpen(new Set(areAllOpen ? [] : songs.map(({ trackid }) => trackid)))}
      >
        {t(areAllOpen ? 'release.collapse-all' : 'release.expand-all')}
      </Button>
      <ol className={styles.tracks} aria-label={t('release.tracks', { title })}>
        {songs.map((track, at) => (
          <TrackRow
            key={track.trackid}
            release={release}
            track={track}
            number={at + 1}
            actions={<Expand track={track} isOpen={open.has(track.trackid)} onToggle={() => toggle(track)} />}
          >
            {open.has(track.trackid) && (
              <div id={detailsId(track)}>
                <TrackDetails track={track} />
              </div>
            )}
          </TrackRow>
        ))}
      </ol>
    </>
  );
}

function Expand({ track, isOpen, onToggle }: { track: Track; isOpen: boolean; onToggle: () => void }) {
  const t = useText();
  return (
    <IconButton
      icon={ChevronDown}
      label={t('release.expand', { title: trackName(track) })}
      size="small"
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId(track) : undefined}
      className={isOpen ? styles.turned : styles.chevron}
      onClick={onToggle}
    />
  );
}

const detailsId = ({ trackid }: Track): string => `details-${trackid}`;
