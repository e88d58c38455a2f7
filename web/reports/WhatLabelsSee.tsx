import type { Reach } from '@promenade/contract/reports';
import { Download, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Failed } from '../catalogue/Failed.tsx';
import { formatDuration, formatTrackTitle, getSmallCover } from '../catalogue/format.ts';
import { Button } from '../design/Button.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { formatLongDate } from '../platform/format.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { releasePath } from '../platform/paths.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { useSaveSeen, useSeen } from './data.ts';
import { formatReaction } from './reactionText.ts';
import { Strip } from './Strip.tsx';
import styles from './WhatLabelsSee.module.css';

/** The mirror: the rows about this person in the reports of labels (requirements decision 35); `children`: who else sees what. */
export function WhatLabelsSee({ children }: { children?: ReactNode }) {
  const t = useText();
  const { reach, isError, hasMore, isLoadingMore, retry, loadMore } = useSeen();
  const saving = useSaveSeen();
  const save = () => saving.mutate(undefined, { onError: (failure) => notifyFailure(failure) });
  if (isError && !reach) return <Failed icon={Eye} title={t('reach.failed')} onRetry={retry} />;
  return (
    <div className={styles.part}>
      <div className={styles.intro}>
        <p>{t('reach.intro')}</p>
        <p className={styles.hint}>{t('reach.never')}</p>
        {reach && reach.length > 0 && (
          <Button icon={Download} className={styles.save} busy={saving.isPending} onClick={save}>
            {t('reach.csv')}
          </Button>
        )}
      </div>
      {children}
      {!reach && <Skeleton className={styles.skeleton} />}
      {reach?.length === 0 && <EmptyState icon={Eye} title={t('reach.empty')} hint={t('reach.empty-hint')} />}
      {reach && reach.length > 0 && (
        <ul className={styles.list} aria-label={t('reach.list')}>
          {reach.map((row) => (
            <Row key={row.releaseid} row={row} />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button className={styles.more} busy={isLoadingMore} onClick={loadMore}>
          {t('reach.more')}
        </Button>
      )}
    </div>
  );
}

function Row({ row }: { row: Reach }) {
  const t = useText();
  const date = (instant: string) => formatLongDate(instant, getLanguage());
  const { opened, packages, labels, downloaded } = row;
  const why = packages.length > 0 ? t('reach.why', { packages: packages.join(', ') }) : t('reach.why-you');
  const until = t('reach.until', { date: date(row.until) });
  const files = downloaded.map((file) => `${formatTrackTitle(file)} (${file.format.toUpperCase()})`).join(', ');
  const facts = [
    row.mailed && t('reach.mailed', { date: date(row.mailed) }),
    opened ? t('reach.opened', { count: opened.times, date: date(opened.last) }) : t('reach.not-opened'),
    row.tracks.length === 0 && t('reach.not-heard'),
    files && t('reach.downloaded', { files }),
    row.wrote && t('reach.wrote', { date: date(row.wrote) }),
    row.reaction && t('reach.reacted', { date: date(row.reaction.at), reaction: formatReaction(t, row.reaction) }),
    ...(row.airplays ?? []).map(({ plays, station, day, ...track }) =>
      t('reach.aired', { count: plays, title: formatTrackTitle(track), station, date: date(day) }),
    ),
    row.passedon.length > 0 && t('reach.passed-on', { names: row.passedon.join(', ') }),
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  return (
    <li className={styles.row}>
      <CoverArt src={row.thumbnail && getSmallCover(row.thumbnail)} alt="" pixels={160} className={styles.cover} />
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link to={releasePath(row.releaseid)}>
            <bdi>{row.title}</bdi>
          </Link>
        </h2>
        <p className={styles.hint}>{t('reach.by', { artist: row.artist, labels: labels.join(', ') })}</p>
      </div>
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li key={String(fact)}>{fact}</li>
        ))}
      </ul>
      {row.tracks.map((track) => (
        <HeardTrack
          key={track.trackid}
          track={track}
          moment={row.reaction?.trackid === track.trackid ? row.reaction.second : null}
        />
      ))}
      <p className={styles.hint}>
        {why} · {until}
      </p>
      <Before before={row.before} />
    </li>
  );
}

function HeardTrack({ track, moment }: { track: Reach['tracks'][number]; moment: number | null }) {
  const t = useText();
  const title = formatTrackTitle(track);
  const ranges = track.ranges
    .map(([from, to]) => t('reach.range', { from: formatDuration(from), to: formatDuration(to) }))
    .join(', ');
  return (
    <div className={styles.track}>
      <p>
        <bdi>{title}</bdi>{' '}
        <span className={styles.hint}>
          {t('reach.heard', { heard: formatDuration(track.seconds), duration: formatDuration(track.duration) })}
        </span>
      </p>
      <Strip
        waveform={track.waveform}
        duration={track.duration}
        ranges={track.ranges}
        moment={moment}
        label={t('reach.strip', { title, ranges })}
      />
    </div>
  );
}

function Before({ before: { opened, seconds, downloaded } }: { before: Reach['before'] }) {
  const t = useText();
  const parts = [
    opened > 0 && t('reach.before-opened', { count: opened }),
    seconds > 0 && t('reach.before-heard', { heard: formatDuration(seconds) }),
    downloaded > 0 && t('reach.before-downloaded', { count: downloaded }),
  ].filter((part) => part !== false);
  return parts.length > 0 && <p className={styles.hint}>{t('reach.before', { what: parts.join(', ') })}</p>;
}
