import type { Track } from '@promenade/contract/catalogue';
import { useCallback, useEffect, useMemo } from 'react';
import { PageHead } from '../design/PageHead.tsx';
import { FailedGallery } from '../gallery/GalleryState.tsx';
import { ListSkeleton } from '../gallery/ListSkeleton.tsx';
import { ReleaseTable } from '../gallery/ReleaseTable.tsx';
import { SongTable } from '../gallery/SongTable.tsx';
import { useText } from '../platform/text.ts';
import { joined } from '../player/history.ts';
import { usePlays } from '../player/historyData.ts';
import { useHistory } from '../player/historyStore.ts';
import { useListen } from '../player/listen.ts';
import { useOpenedRelease } from '../release/openedRelease.ts';
import { ReleasePopup } from '../release/ReleasePopup.tsx';
import { TrackMenu } from '../release/TrackMenu.tsx';
import { TrackFlagButton } from '../releases/TrackFlagButton.tsx';
import { releaseActions } from '../search/SectionTable.tsx';
import styles from './MarkedList.module.css';
import { NothingYet } from './NothingYet.tsx';

/** What was played, on this computer and on others: releases and songs, newest first. */
export function History() {
  const t = useText();
  const popup = useOpenedRelease();
  const { playTrack } = useListen();
  const { history, status, retry } = useWholeHistory();
  const byId = useMemo(() => new Map(history.releases.map((release) => [release.releaseid, release])), [history]);
  const songActions = useCallback(
    (track: Track, tabIndex: number) => {
      const release = byId.get(track.releaseid);
      return (
        <>
          {release && <TrackFlagButton release={release} track={track} tabIndex={tabIndex} />}
          <TrackMenu track={track} tabIndex={tabIndex} />
        </>
      );
    },
    [byId],
  );
  const play = useCallback(
    (track: Track) => {
      const release = byId.get(track.releaseid);
      if (release) playTrack(release, track);
    },
    [byId, playTrack],
  );
  return (
    <div className={styles.page}>
      <PageHead title={t('history.title')} />
      {status === 'loading' && <ListSkeleton />}
      {status === 'error' && <FailedGallery onRetry={retry} />}
      {status === 'empty' && <NothingYet title="history.empty-title" hint="history.empty-hint" />}
      {status === 'filled' && (
        <>
          <section className={styles.group}>
            <h2 className={styles.subtitle}>{t('history.releases')}</h2>
            <ReleaseTable
              releases={history.releases}
              columns="table"
              total={history.releases.length}
              isLoadingMore={false}
              onOpen={popup.onOpen}
              label={t('history.releases')}
              rowActions={releaseActions}
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

/** This browser's history at once, the server's as soon as it answers; kept, so that it is there without a network. */
function useWholeHistory() {
  const kept = useHistory();
  const { releases, songs, isError, retry } = usePlays();
  const history = useMemo(
    () => (releases && songs ? joined(kept, { releases, songs }) : kept),
    [kept, releases, songs],
  );
  useEffect(() => {
    if (releases && songs) useHistory.setState((now) => joined(now, { releases, songs }));
  }, [releases, songs]);
  const isAnswered = releases !== undefined && songs !== undefined;
  const status = history.songs.length > 0 ? 'filled' : isAnswered ? 'empty' : isError ? 'error' : 'loading';
  return { history, status, retry } as const;
}
