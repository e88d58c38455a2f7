import type { Release, ReleaseDetail, Track } from '@promenade/contract/catalogue';
import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { formatDuration } from '../catalogue/format.ts';
import { ArtistLinks } from '../catalogue/NameLinks.tsx';
import { Button } from '../design/Button.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { hasModifier } from '../design/keyTargets.ts';
import { Skeleton } from '../design/Loading.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { DeskButtons } from './DeskButtons.tsx';
import type { Version } from './data.ts';
import styles from './ReleaseView.module.css';
import { TrackWave } from './TrackWave.tsx';
import { getAdvisory, toPlainText } from './trackFacts.ts';
import type { DeskActions } from './useDeskKeys.ts';

// In the script of lists and dialogs, which a desk that is opened first does not wait for.
const Facts = lazyPart(async () => (await import('../release/Facts.tsx')).Facts);
const SharedBy = lazyPart(async () => (await import('../release/SharedBy.tsx')).SharedBy);

interface Props {
  /** Undefined while loading. */
  release: ReleaseDetail | undefined;
  /** What lists tell of it until then. */
  known: Release | undefined;
  failure: unknown;
  onRetry: () => void;
  /** The track that the keys are about. */
  playing: Track | undefined;
  versions: readonly Version[];
  actions: DeskActions;
  /** Nobody pressed yet. */
  isWaiting: boolean;
  onBegin: () => void;
  canUndo: boolean;
  canGoBack: boolean;
  result: string;
  onPlay: (release: ReleaseDetail, track: Track, startAt?: number) => void;
}

export function ReleaseView({ release, known, failure, onRetry, playing, versions, onPlay, ...props }: Props) {
  const t = useText();
  const isPhone = useBelow(MOBILE_BELOW_PX);
  const record = useScrolledRecord(known?.releaseid);
  const list = useTrackInView(release?.releaseid, playing?.trackid);
  const press = useMemo(() => toPlainText(release?.promoinfo ?? ''), [release?.promoinfo]);
  return (
    <article className={styles.release} aria-busy={!known}>
      <DeskButtons {...props} isPhone={isPhone} hasVersions={versions.length > 1} isReady={known !== undefined} />
      <div ref={record} className={styles.record}>
        <CoverArt src={known?.coverart ?? null} color={known?.color} pixels={1000} eager className={styles.cover} />
        <div className={styles.words}>
          {known ? (
            <>
              <h1 className={styles.title}>
                <bdi>{known.title}</bdi>
              </h1>
              <p className={styles.artist}>
                <ArtistLinks of={known} />
              </p>
              <p className={styles.line}>
                {t('release.songs', { count: known.trackcount, duration: formatDuration(known.duration) })}
                {release && <Advisory advisory={playing?.advisory ?? getAdvisory(release)} />}
              </p>
              <Known release={known} isDownloaded={release?.downloaded ?? false} />
              <SharedBy release={known} className={styles.shared} />
            </>
          ) : (
            <>
              <Skeleton width="min(100%, 380px)" height={36} />
              <Skeleton width="min(60%, 200px)" height={18} margin="var(--space-3) 0" />
            </>
          )}
        </div>
        <div className={styles.about}>
          {known && <Facts release={known} className={styles.facts} />}
          {press && (
            <p className={styles.press} dir="auto">
              {press}
            </p>
          )}
        </div>
        <div className={styles.tracks}>
          {failure !== undefined && failure !== null && (
            <EmptyState title={t('desk.release-failed')} hint={t('desk.failed-hint')} isFailure>
              <Button onClick={onRetry}>{t('gallery.retry')}</Button>
            </EmptyState>
          )}
          {versions.length > 1 && (
            <div className={styles.versions} role="group" aria-label={t('desk.versions')}>
              {versions.map(({ release: of, track }) => (
                <button
                  key={track.trackid}
                  type="button"
                  className={styles.version}
                  aria-pressed={track.trackid === playing?.trackid}
                  onClick={() => onPlay(of, track)}
                >
                  <bdi>{track.version || t('desk.original')}</bdi>
                  {of.releaseid !== release?.releaseid && <bdi className={styles.from}> · {of.title}</bdi>}
                </button>
              ))}
            </div>
          )}
          {release ? (
            <ol ref={list} className={styles.list}>
              {release.songs.map((track) => (
                <TrackWave
                  key={track.trackid}
                  track={track}
                  isCurrent={track.trackid === playing?.trackid}
                  onPlay={(startAt) => onPlay(release, track, startAt)}
                />
              ))}
            </ol>
          ) : (
            !failure && [1, 2].map((row) => <Skeleton key={row} height={96} margin="0 0 var(--space-3)" />)
          )}
        </div>
      </div>
    </article>
  );
}

/** Whole heights of what is visible. */
const scrolledBy: Record<string, number> = { PageDown: 0.9, PageUp: -0.9, End: 1_000, Home: -1_000 };

/** What scrolls above the bar. Each release begins at its top; keys that scroll work while the stage around has the focus. */
function useScrolledRecord(releaseid: string | undefined) {
  const record = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (record.current) record.current.scrollTop = 0;
  }, [releaseid]);
  useEffect(() => {
    const scroll = (event: KeyboardEvent) => {
      const [element, heights] = [record.current, scrolledBy[event.key]];
      if (!element || heights === undefined || event.defaultPrevented || hasModifier(event)) return;
      if (event.target instanceof Node && event.target.contains(element))
        element.scrollTop += heights * element.clientHeight;
    };
    document.addEventListener('keydown', scroll);
    return () => document.removeEventListener('keydown', scroll);
  }, []);
  return record;
}

/** Brings the track that sounds into view, when another one of the release begins. */
function useTrackInView(releaseid: string | undefined, trackid: string | undefined) {
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<{ releaseid: string | undefined; trackid: string | undefined }>(undefined);
  useEffect(() => {
    const isNext = before.current?.trackid !== undefined && before.current.trackid !== trackid;
    const isSameRelease = before.current?.releaseid === releaseid;
    before.current = { releaseid, trackid };
    if (isNext && isSameRelease) list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [releaseid, trackid]);
  return list;
}

/** What the account did with the release before. */
function Known({ release, isDownloaded }: { release: Release; isDownloaded: boolean }) {
  const t = useText();
  const { flagged, flaggedtrackcount, archived, reaction } = release;
  const facts = [
    (flagged || flaggedtrackcount > 0) && t('desk.word-flag'),
    archived && t('desk.word-archive'),
    reaction && t(`reaction.${reaction.kind}`),
    isDownloaded && t('desk.word-downloaded'),
  ].filter((fact) => typeof fact === 'string');
  return facts.length > 0 && <p className={styles.known}>{t('desk.known', { facts: facts.join(' · ') })}</p>;
}

/** Of the track that sounds. */
function Advisory({ advisory }: Pick<Track, 'advisory'>) {
  const t = useText();
  return (
    <span className={styles.advisory} data-advisory={advisory}>
      {t(`desk.advisory-${advisory}`)}
    </span>
  );
}
