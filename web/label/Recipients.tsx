import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import {
  getFigure,
  RecipientSort,
  RecipientState,
  type ReleaseReport,
  type ReportRecipient,
  type ReportTrack,
} from '@promenade/contract/reports';
import { useMemo, useState } from 'react';
import { formatDuration, formatTrackTitle } from '../catalogue/format.ts';
import { PrintedPart } from '../catalogue/PrintedPart.tsx';
import { TextCell } from '../catalogue/TableCells.tsx';
import { Button } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { Select } from '../design/Select.tsx';
import { useScroller } from '../design/scroller.ts';
import { nextSort } from '../design/sortRows.ts';
import { Table } from '../design/Table.tsx';
import type { Column } from '../design/tableColumns.ts';
import { useInfiniteScroll } from '../gallery/infiniteScroll.ts';
import { getCountryName } from '../platform/countryName.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { formatReaction } from '../reports/reactionText.ts';
import { Strip } from '../reports/Strip.tsx';
import styles from './ReleaseReport.module.css';
import { type RecipientFilter, useRecipients } from './reportData.ts';

const ROW_PX = 64;
const NO_ROWS: ReportRecipient[] = [];

/** Everyone to whom the release was delivered, with what became of it there. */
export function Recipients({ report }: { report: ReleaseReport }) {
  const t = useText();
  const [filter, setFilter] = useState<RecipientFilter>({ sort: '-latest' });
  const { rows = NO_ROWS, total, ...list } = useRecipients(report.release.releaseid, filter);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const loadMore = () => hasNextPage && !isFetchingNextPage && void list.fetchNextPage();
  const pages = { items: rows, total, hasNextPage, isFetchingNextPage, isFetchNextPageError, loadMore };
  useInfiniteScroll(useScroller(), pages);
  const set = (name: 'state' | 'country' | 'company', value: string) =>
    setFilter(({ [name]: _former, ...rest }) => ({ ...rest, ...(value && { [name]: value }) }));
  const language = getLanguage();
  if (report.recipients === 0)
    return <EmptyState title={t('label.recipients-list')} hint={t('label.recipients-empty')} />;
  return (
    <section>
      <h2 className={styles.heading}>{t('label.recipients-list')}</h2>
      <div className={styles.filters}>
        <Select
          label={t('label.state')}
          value={filter.state ?? ''}
          placeholder={t('label.all-states')}
          options={RecipientState.options.map((value) => ({
            value,
            text: t(`label.${value === 'not-opened' ? value : getFigure(value)}`),
          }))}
          onChange={({ target }) => set('state', target.value)}
        />
        <Select
          label={t('label.country')}
          value={filter.country ?? ''}
          placeholder={t('label.all-countries')}
          options={report.countries.map(({ name }) => ({ value: name, text: getCountryName(name, language) }))}
          onChange={({ target }) => set('country', target.value)}
        />
        <Select
          label={t('label.company')}
          value={filter.company ?? ''}
          placeholder={t('label.all-companies')}
          options={report.companies.map(({ name }) => ({ value: name, text: name }))}
          onChange={({ target }) => set('company', target.value)}
        />
      </div>
      {list.isPending && <Skeleton height={240} borderRadius="var(--radius-field)" />}
      {list.isError && rows.length === 0 && (
        <EmptyState isFailure title={t('label.recipients-failed')} hint={t('common.failed-hint')}>
          <Button onClick={() => void list.refetch()}>{t('gallery.retry')}</Button>
        </EmptyState>
      )}
      {list.isSuccess && rows.length === 0 && <p className={styles.hint}>{t('label.recipients-none')}</p>}
      <PrintedPart list={pages} />
      {rows.length > 0 && (
        <RecipientsTable
          rows={rows}
          total={total}
          tracks={report.tracks}
          sort={filter.sort}
          isLoadingMore={isFetchingNextPage}
          onSort={(sort) => setFilter((now) => ({ ...now, sort }))}
        />
      )}
    </section>
  );
}

interface TableProps {
  rows: readonly ReportRecipient[];
  total: number;
  tracks: readonly ReportTrack[];
  sort: RecipientSort;
  isLoadingMore: boolean;
  onSort: (sort: RecipientSort) => void;
}

function RecipientsTable({ rows, total, tracks, sort, isLoadingMore, onSort }: TableProps) {
  const t = useText();
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const columns = useMemo((): Column<ReportRecipient>[] => {
    const language = getLanguage();
    const words = (id: 'title' | 'company' | 'country', header: string, isOptional: boolean) => ({
      id,
      header,
      width: 120,
      share: 2,
      isSortable: id !== 'title',
      isOptional,
      cell: (row: ReportRecipient) => (
        <TextCell text={id === 'country' ? getCountryName(row.country, language) : row[id]} />
      ),
    });
    return [
      {
        id: 'name',
        header: t('label.name'),
        width: isCompact ? 120 : 150,
        share: 2,
        isSortable: true,
        isRowName: true,
        cell: ({ name, title, company }) => (
          <span className={styles.person} data-tooltip={[name, title, company].filter(Boolean).join('\n')}>
            <bdi className="ellipsis">{name || t('label.no-name')}</bdi>
            {isCompact && <bdi className={`ellipsis ${styles.hint}`}>{company}</bdi>}
          </span>
        ),
      },
      ...(isCompact
        ? []
        : [
            words('company', t('label.company'), false),
            words('country', t('label.country'), true),
            words('title', t('label.job'), true),
          ]),
      {
        id: 'heard',
        header: t('label.did'),
        width: isCompact ? 190 : 300,
        share: 4,
        isSortable: true,
        cell: (row) => <Deeds row={row} tracks={tracks} />,
      },
    ];
  }, [t, isCompact, tracks]);
  const current = { column: sort.replace('-', ''), isDescending: sort.startsWith('-') };
  return (
    <Table
      label={t('label.recipients-list')}
      columns={columns}
      rows={rows}
      rowKey={({ playerid }) => playerid}
      total={total}
      loading={isLoadingMore ? <Skeleton height={ROW_PX} /> : undefined}
      sort={current}
      onSort={(column) => {
        const next = nextSort(current, column);
        onSort(RecipientSort.parse(`${next.isDescending ? '-' : ''}${column}`));
      }}
      rowHeight={ROW_PX}
    />
  );
}

/** What a person did, in words, with the strips of what was heard. */
function Deeds({ row, tracks }: { row: ReportRecipient; tracks: readonly ReportTrack[] }) {
  const t = useText();
  const deeds = [
    row.opened ? t('label.opened') : t('label.not-opened'),
    row.tracks.length > 0 && `${t('label.heard')} ${formatDuration(sumSeconds(row))}`,
    row.downloaded.length > 0 && t('label.downloaded'),
    row.wrote && t('label.wrote'),
    row.reaction && formatReaction(t, row.reaction),
    row.passedon.length > 0 && t('label.passed-to', { names: row.passedon.join(', ') }),
    row.nomail && t('label.no-mail'),
  ].filter((deed) => typeof deed === 'string');
  return (
    <div className={styles.deeds}>
      <p className={`ellipsis ${styles.hint}`} data-tooltip={deeds.join('\n')}>
        {deeds.join(' · ')}
      </p>
      {(row.tracks.length > 0 || row.reaction?.trackid) && (
        <div className={styles.strips}>
          {tracks.map((track) => (
            <OwnStrip
              key={track.trackid}
              track={track}
              ranges={row.tracks.find(isOf(track))?.ranges ?? []}
              reaction={row.reaction?.trackid === track.trackid ? row.reaction : null}
            />
          ))}
        </div>
      )}
    </div>
  );
}

const sumSeconds = ({ tracks }: ReportRecipient): number => tracks.reduce((sum, { seconds }) => sum + seconds, 0);
const isOf =
  ({ trackid }: ReportTrack) =>
  (heard: ReportRecipient['tracks'][number]): boolean =>
    heard.trackid === trackid;

interface OwnStripProps {
  track: ReportTrack;
  ranges: ReportRecipient['tracks'][number]['ranges'];
  /** With a note about a moment of this track. */
  reaction: ReportRecipient['reaction'];
}

/** One track of the release; without a waveform, as rows are small. */
function OwnStrip({ track, ranges, reaction }: OwnStripProps) {
  const t = useText();
  const texts = ranges.map(([from, to]) => t('label.range', { from: formatDuration(from), to: formatDuration(to) }));
  const title = formatTrackTitle(track);
  const heard = ranges.length > 0 ? t('label.own-strip', { title, ranges: texts.join(', ') }) : '';
  const label = reaction ? t('label.note-on', { heard: heard || title, note: formatReaction(t, reaction) }) : heard;
  return (
    <div className={styles.ownStrip} data-tooltip={label || undefined} style={{ flexGrow: track.duration }}>
      <Strip duration={track.duration} ranges={ranges} moment={reaction?.second ?? null} label={label} />
    </div>
  );
}
