import type { Release, Track } from '@promenade/contract/catalogue';
import type { Found, SearchSection } from '@promenade/contract/search';
import { ReleaseTable } from '../gallery/ReleaseTable.tsx';
import { SongTable } from '../gallery/SongTable.tsx';
import { useText } from '../platform/text.ts';
import { useListen } from '../player/listen.ts';
import { TrackMenu } from '../release/TrackMenu.tsx';
import { ArchiveButton } from '../releases/ArchiveButton.tsx';
import { FlagButton } from '../releases/FlagButton.tsx';
import { ArtistTable } from './ArtistTable.tsx';
import { LabelTable } from './LabelTable.tsx';

interface Props {
  section: SearchSection;
  found: Pick<Found, SearchSection>;
  onOpen: ((release: Release) => void) | undefined;
}

/** What was found in one section, in its table. */
export function SectionTable({ section, found, onOpen }: Props) {
  const t = useText();
  const { playFound } = useListen();
  const label = t(`search.${section}`);
  if (section === 'tracks')
    return (
      <SongTable
        songs={found.tracks}
        label={label}
        onPlay={(track: Track) => void playFound(track)}
        rowActions={songActions}
      />
    );
  if (section === 'artists') return <ArtistTable artists={found.artists} label={label} />;
  if (section === 'labels') return <LabelTable labels={found.labels} label={label} />;
  return (
    <ReleaseTable
      releases={found.releases}
      columns="table"
      total={found.releases.length}
      isLoadingMore={false}
      onOpen={onOpen}
      label={label}
      rowActions={releaseActions}
    />
  );
}

const songActions = (track: Track, tabIndex: number) => <TrackMenu track={track} tabIndex={tabIndex} />;

/** What can be decided about a release in a row. */
export const releaseActions = (release: Release, tabIndex: number) => (
  <>
    <FlagButton release={release} tabIndex={tabIndex} />
    <ArchiveButton release={release} tabIndex={tabIndex} />
  </>
);
