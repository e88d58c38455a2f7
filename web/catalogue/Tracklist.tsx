import type { ReleaseDetail, Track } from '@promenade/contract/catalogue';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { TrackDetails } from './TrackDetails.tsx';
import styles from './Tracklist.module.css';
import { TrackRow } from './TrackRow.tsx';
import { TrackSkeletons } from './TrackSkeletons.tsx';

/** The tracks of a release with what is known about each; until they are here, rows as high as theirs. */
export function Tracklist({ release, trackcount }: { release: ReleaseDetail | undefined; trackcount: number }) {
  const t = useText();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const songs = release?.songs ?? [];
  const areAllOpen = songs.length > 0 && songs.every(({ trackid }) => open.has(trackid));
  function toggle({ trackid }: Track) {
    const next = new Set(open);
    if (!next.delete(trackid)) next.add(trackid);
    setOpen(next);
  }
  function toggleAll() {
    setOpen(new Set(areAllOpen ? [] : songs.map(({ trackid }) => trackid)));
  }
  return (
    <section className={styles.tracklist}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{t('release.tracklist')}</h2>
        <Button look="plain" size="small" disabled={songs.length === 0} onClick={toggleAll}>
          {t(areAllOpen ? 'release.collapse-all' : 'release.expand-all')}
        </Button>
      </div>
      <ol className={styles.tracks}>
        {release ? (
          songs.map((track, at) => (
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
          ))
        ) : (
          <TrackSkeletons count={trackcount} />
        )}
      </ol>
    </section>
  );
}

function Expand({ track, isOpen, onToggle }: { track: Track; isOpen: boolean; onToggle: () => void }) {
  const t = useText();
  return (
    <IconButton
      icon={ChevronDown}
      label={t('release.expand', { title: track.title })}
      size="small"
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId(track) : undefined}
      className={isOpen ? styles.turned : styles.chevron}
      onClick={onToggle}
    />
  );
}

const detailsId = ({ trackid }: Track): string => `details-${trackid}`;
