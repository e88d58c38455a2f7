import type { Track } from '@promenade/contract/catalogue';
import { FlagOff } from 'lucide-react';
import { useCallback } from 'react';
import { useFetchRelease } from '../catalogue/data.ts';
import { formatTrackTitle } from '../catalogue/format.ts';
import { useMarks } from '../catalogue/marksData.ts';
import { IconButton } from '../design/IconButton.tsx';
import { SongTable } from '../gallery/table/SongTable.tsx';
import { logError } from '../platform/logError.ts';
import { useText } from '../platform/text.ts';
import { usePlayActions } from '../player/playActions.ts';
import { TrackMenu } from '../release/TrackMenu.tsx';
import styles from './MarkedList.module.css';

export function FlaggedSongs({ songs }: { songs: Track[] }) {
  const t = useText();
  const { playTrack } = usePlayActions();
  const play = useCallback((track: Track) => void playTrack(track), [playTrack]);
  return (
    <section className={styles.songs}>
      <h2 className={styles.subtitle}>{t('library.flagged-songs')}</h2>
      <SongTable songs={songs} label={t('library.flagged-songs')} onPlay={play} rowActions={renderActions} />
    </section>
  );
}

const renderActions = (track: Track, tabIndex: number) => (
  <>
    <UnflagSong track={track} tabIndex={tabIndex} />
    <TrackMenu track={track} tabIndex={tabIndex} />
  </>
);

function UnflagSong({ track, tabIndex }: { track: Track; tabIndex: number }) {
  const t = useText();
  const fetchRelease = useFetchRelease();
  const { toggleTrackFlag } = useMarks();
  async function unflag() {
    try {
      toggleTrackFlag(await fetchRelease(track.releaseid), track);
    } catch (failure) {
      logError('A song could not be unflagged', failure);
    }
  }
  return (
    <IconButton
      icon={FlagOff}
      size="small"
      label={t('library.unflag', { title: formatTrackTitle(track) })}
      tabIndex={tabIndex}
      onClick={() => void unflag()}
    />
  );
}
