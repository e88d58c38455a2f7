import type { ReleaseDetail, Track } from '@promenade/contract/catalogue';
import { ChevronDown } from 'lucide-react';
import { formatTrackTitle } from '../catalogue/format.ts';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { TrackDetails } from './TrackDetails.tsx';
import styles from './Tracklist.module.css';
import { TrackList, TrackRow } from './TrackRow.tsx';

interface Props {
  release: ReleaseDetail;
  expanded: ReadonlySet<string>;
  onExpandedChange: (expanded: ReadonlySet<string>) => void;
}

export function Tracklist({ release, expanded, onExpandedChange }: Props) {
  const t = useText();
  const { songs, title } = release;
  const areAllExpanded = songs.every(({ trackid }) => expanded.has(trackid));
  function toggle({ trackid }: Track) {
    const next = new Set(expanded);
    if (!next.delete(trackid)) next.add(trackid);
    onExpandedChange(next);
  }
  return (
    <>
      {songs.length > 1 && (
        <Button
          variant="plain"
          size="small"
          className={styles.all}
          onClick={() => onExpandedChange(new Set(areAllExpanded ? [] : songs.map(({ trackid }) => trackid)))}
        >
          {t(areAllExpanded ? 'release.collapse-all' : 'release.expand-all')}
        </Button>
      )}
      <TrackList className={styles.tracks} aria-label={t('release.tracks', { title })}>
        {songs.map((track, index) => (
          <TrackRow
            key={track.trackid}
            release={release}
            track={track}
            number={index + 1}
            following={songs.slice(index)}
            actions={<ExpandButton track={track} isOpen={expanded.has(track.trackid)} onToggle={() => toggle(track)} />}
          >
            {expanded.has(track.trackid) && (
              <div id={getDetailsId(track)}>
                <TrackDetails track={track} />
              </div>
            )}
          </TrackRow>
        ))}
      </TrackList>
    </>
  );
}

function ExpandButton({ track, isOpen, onToggle }: { track: Track; isOpen: boolean; onToggle: () => void }) {
  const t = useText();
  return (
    <IconButton
      icon={ChevronDown}
      label={t('release.expand', { title: formatTrackTitle(track) })}
      size="small"
      aria-expanded={isOpen}
      aria-controls={isOpen ? getDetailsId(track) : undefined}
      className={isOpen ? styles.turned : styles.chevron}
      onClick={onToggle}
    />
  );
}

const getDetailsId = ({ trackid }: Track): string => `details-${trackid}`;
