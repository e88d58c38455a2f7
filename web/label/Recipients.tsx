import {
  getFigure,
  RecipientSort,
  RecipientState,
  type ReleaseReport,
  type ReportRecipient,
  type ReportTrack,
} from '@promenade/contract/reports';
import { useMemo } from 'react';
import { Failed } from '../catalogue/Failed.tsx';
import { formatDuration, formatTrackTitle } from '../catalogue/format.ts';
import { PrintedPart } from '../catalogue/PrintedPart.tsx';

import { column, type ListColumn, useColumns } from '../console/ListColumns.tsx';
import { ListFilter } from '../console/ListFilter.tsx';
import { useListParams } from '../console/listParams.ts';
import sections from '../console/sections.module.css';

import { EmptyState } from '../design/EmptyState.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { useScroller } from '../design/scroller.ts';
import { formatSort, nextSort, parseSort } from '../design/sortRows.ts';
import { Table } from '../design/Table.tsx';
import { useInfiniteScroll } from '../gallery/infiniteScroll.ts';
import { getCountryName } from '../platform/countryName.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { formatReaction } from '../reports/reactionText.ts';
import { Strip } from '../reports/Strip.tsx';
import styles from './ReleaseReport.module.css';
import { useRecipients } from './reportData.ts';

const ROW_PX = 64;
const LIST = {
  sorts: RecipientSort.options,
  initial: '-latest',
  filters: { country: 'text', company: 'text', state: RecipientState.options },
} as const;
const NO_ROWS: ReportRecipient[] = [];

/** Everyone to whom the release was delivered, with what became of it there; filters and order are in the address. */
export function Recipients({ report }: { report: ReleaseReport }) {
  const t = useText();
  const params = useListParams(LIST);
  const { page: _page, filter: _filter, ...shown } = params.query;
  const { rows = NO_ROWS, total, ...list } = useRecipients(report.release.releaseid, shown);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const loadMore = () => hasNextPage && !isFetchingNextPage && void list.fetchNextPage();
  const pages = { items: rows, total, hasNextPage, isFetchingNextPage, isFetchNextPageError, loadMore };
  useInfiniteScroll(useScroller(), pages);
  const language = getLanguage();
  if (report.recipients === 0)
    return <EmptyState title={t('label.recipients-list')} hint={t('label.recipients-empty')} />;
  return (
    <section>
      <h2 className={sections.heading}>{t('label.recipients-list')}</h2>
      <div className={styles.filters}>
        <ListFilter
          params={params}
          name="state"
          label={t('label.state')}
          all={t('label.all-states')}
          options={RecipientState.options.map((value) => ({
            value,
            text: t(`label.${value === 'not-opened' ? value : getFigure(value)}`),
          }))}
        />
        <ListFilter
          params={params}
          name="country"
          label={t('label.country')}
          all={t('label.all-countries')}
          options={report.countries.map(({ name }) => ({ value: name, text: getCountryName(name, language) }))}
        />
        <ListFilter
          params={params}
          name="company"
          label={t('label.company')}
          all={t('label.all-companies')}
          options={report.companies.map(({ name }) => ({ value: name, text: name }))}
        />
      </div>
      {list.isPending && <Skeleton height={240} borderRadius="var(--radius-field)" />}
      {list.isError && rows.length === 0 && <Failed title={t('label.recipients-failed')} onRetry={list.refetch} />}
      {list.isSuccess && rows.length === 0 && <p className={sections.hint}>{t('label.recipients-none')}</p>}
      <PrintedPart list={pages} />
      {rows.length > 0 && (
        <RecipientsTable
          rows={rows}
          total={total}
          tracks={report.tracks}
          sort={shown.sort}
          isLoadingMore={isFetchingNextPage}
          onSort={(sort) => params.set({ sort })}
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
  onSort: (sort: string) => void;
}

function RecipientsTable({ rows, total, tracks, sort, isLoadingMore, onSort }: TableProps) {
  const t = useText();
  const columns = useColumns(
    useMemo(
      (): ListColumn<ReportRecipient>[] => [
        {
          id: 'name',
          header: t('label.name'),
          width: 150,
          share: 2,
          isSortable: true,
          isRowName: true,
          phone: { width: 120, cell: (row) => <Person row={row} isPhone /> },
          cell: (row) => <Person row={row} />,
        },
        column.text('company', t('label.company'), ({ company }) => company, { isSortable: true, only: 'wide' }),
        column.text('country', t('label.country'), ({ country }) => getCountryName(country, getLanguage()), {
          isSortable: true,
          isOptional: true,
          only: 'wide',
        }),
        column.text('title', t('label.job'), ({ title }) => title, { isOptional: true, only: 'wide' }),
        {
          id: 'heard',
          header: t('label.did'),
          width: 300,
          share: 4,
          isSortable: true,
          phone: { width: 190 },
          cell: (row) => <Deeds row={row} tracks={tracks} />,
        },
      ],
      [t, tracks],
    ),
  );
  const current = parseSort(sort);
  return (
    <Table
      label={t('label.recipients-list')}
      columns={columns}
      rows={rows}
      rowKey={({ playerid }) => playerid}
      total={total}
      loading={isLoadingMore ? <Skeleton height={ROW_PX} /> : undefined}
      sort={current}
      onSort={(id) => onSort(formatSort(nextSort(current, id)))}
      rowHeight={ROW_PX}
    />
  );
}

function Person({ row: { name, title, company }, isPhone }: { row: ReportRecipient; isPhone?: boolean }) {
  const t = useText();
  return (
    <span className={styles.person} data-tooltip={[name, title, company].filter(Boolean).join('\n')}>
      <bdi className="ellipsis">{name || t('label.no-name')}</bdi>
      {isPhone && <bdi className={`ellipsis ${styles.hint}`}>{company}</bdi>}
    </span>
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
      <p className={`ellipsis ${sections.hint}`} data-tooltip={deeds.join('\n')}>
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
