import type { Track } from '@promenade/contract/catalogue';
import { useCallback, useEffect, useMemo } from 'react';
import { Failed } from '../catalogue/Failed.tsx';
import { TrackFlagButton } from '../catalogue/FlagButton.tsx';
import { ListLinks } from '../catalogue/ListLinks.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { ListSkeleton } from '../gallery/Skeletons.tsx';
import { ReleaseTable } from '../gallery/table/ReleaseTable.tsx';
import { SongTable } from '../gallery/table/SongTable.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { mergeHistories } from '../player/listening/history.ts';
import { useServerHistory } from '../player/listening/historyData.ts';
import { useHistory } from '../player/listening/historyStore.ts';
import { usePlayActions } from '../player/playActions.ts';
import { ReleasePopup, useOpenedRelease } from '../release/ReleasePopup.tsx';
import { TrackMenu } from '../release/TrackMenu.tsx';
import { renderReleaseActions } from '../search/SectionTable.tsx';
import { SelectButton } from '../selection/SelectButton.tsx';
import { EmptyLibraryList } from './EmptyLibraryList.tsx';
import styles from './MarkedList.module.css';

/** Recently played releases and songs of all devices, newest first (requirement C-ROUTE-22). */
export function History() {
  const t = useText();
  useTitle(t('history.title'), false);
  const popup = useOpenedRelease();
  const { playTrack } = usePlayActions();
  const { history, status, retry } = useMergedHistory();
  const releasesById = useMemo(
    () => new Map(history.releases.map((release) => [release.releaseid, release])),
    [history],
  );
  const songActions = useCallback(
    (track: Track, tabIndex: number) => {
      const release = releasesById.get(track.releaseid);
      return (
        <>
          {release && <TrackFlagButton release={release} track={track} tabIndex={tabIndex} />}
          <TrackMenu track={track} tabIndex={tabIndex} />
        </>
      );
    },
    [releasesById],
  );
  const play = useCallback(
    (track: Track) => {
      const release = releasesById.get(track.releaseid);
      if (release) void playTrack(track, release);
    },
    [releasesById, playTrack],
  );
  return (
    <div className={styles.page}>
      <PageHeader title={t('history.title')} links={<ListLinks />}>
        {history.releases.length > 1 && <SelectButton />}
      </PageHeader>
      {status === 'loading' && <ListSkeleton />}
      {status === 'error' && <Failed title={t('history.failed-title')} onRetry={retry} />}
      {status === 'empty' && <EmptyLibraryList title="history.empty-title" hint="history.empty-hint" />}
      {status === 'filled' && (
        <>
          <section className={styles.group}>
            <h2 className={styles.subtitle}>{t('history.releases')}</h2>
            <ReleaseTable
              releases={history.releases}
              kind="table"
              onOpen={popup.onOpen}
              label={t('history.releases')}
              rowActions={renderReleaseActions}
            />
          </section>
          <section className={styles.group}>
            <h2 className={styles.subtitle}>{t('history.songs')}</h2>
            <SongTable songs={history.songs} label={t('history.songs')} onPlay={play} rowActions={songActions} />
          </section>
        </>
      )}
      <ReleasePopup {...popup} />
    </div>
  );
}

/** This browser's history at once, merged with the server's when it is loaded; stored for use without a network. */
function useMergedHistory() {
  const stored = useHistory();
  const { releases, songs, isError, retry } = useServerHistory();
  const history = useMemo(
    () => (releases && songs ? mergeHistories(stored, { releases, songs }) : stored),
    [stored, releases, songs],
  );
  useEffect(() => {
    if (releases && songs) useHistory.setState((current) => mergeHistories(current, { releases, songs }));
  }, [releases, songs]);
  const isLoaded = releases !== undefined && songs !== undefined;
  const status = history.songs.length > 0 ? 'filled' : isLoaded ? 'empty' : isError ? 'error' : 'loading';
  return { history, status, retry } as const;
}
