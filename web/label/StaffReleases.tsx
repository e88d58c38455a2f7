import { ReleaseState, type StaffRelease, StaffReleaseSort } from '@promenade/contract/label';
import { LINE_MAX, MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { ChartNoAxesColumn, ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { getSmallCover } from '../catalogue/format.ts';
import { DateCell, NumberCell, TextCell } from '../catalogue/TableCells.tsx';
import { RowLink } from '../catalogue/TitleCell.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { SearchField } from '../design/SearchField.tsx';
import { Select } from '../design/Select.tsx';
import { nextSort } from '../design/sortRows.ts';
import { Table } from '../design/Table.tsx';
import type { Column } from '../design/tableColumns.ts';
import { useRowHeight } from '../platform/density.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useSetParams } from '../platform/searchParams.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { labelReportPath, releaseReportPath } from './consolePaths.ts';
import { useStaffLabels, useStaffReleases } from './data.ts';
import styles from './StaffReleases.module.css';

const SKELETON_ROWS = 8;

/** The releases of the caller's labels; filters, order and page are in the URL. */
export function StaffReleases() {
  const t = useText();
  useTitle(t('label.releases'), false);
  const [params] = useSearchParams();
  const labels = useStaffLabels().data?.items;
  const labelid = params.get('label') ?? '';
  const state = ReleaseState.safeParse(params.get('state')).data;
  const filter = params.get('q')?.slice(0, LINE_MAX) ?? '';
  const sort = StaffReleaseSort.safeParse(params.get('sort')).data ?? '-date';
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1);
  const list = useStaffReleases(
    useMemo(
      () => ({ sort, page, ...(labelid && { labelid }), ...(state && { state }), ...(filter && { filter }) }),
      [sort, page, labelid, state, filter],
    ),
  );
  const setParams = useSetParams();
  const search = useCallback((q: string) => setParams({ q, page: '' }), [setParams]);
  const isFiltered = Boolean(labelid || state || filter);
  const { data } = list;
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('label.releases')}
        total={data ? t('label.total', { count: data.total }) : false}
        actions={
          <Link
            to={labelid ? `${labelReportPath}?${new URLSearchParams({ label: labelid })}` : labelReportPath}
            className={buttonClass({ size: 'small' })}
          >
            {t('label.over')}
          </Link>
        }
      >
        <SearchField
          label={t('label.find')}
          value={filter}
          onSearch={search}
          maxLength={LINE_MAX}
          className={styles.search}
        />
      </PageHeader>
      <div className={styles.filters}>
        {labels && labels.length > 1 && (
          <Select
            label={t('label.label')}
            value={labelid}
            placeholder={t('label.all-labels')}
            options={labels.map((label) => ({ value: label.labelid, text: label.name }))}
            onChange={({ target }) => setParams({ label: target.value, page: '' })}
          />
        )}
        <Select
          label={t('label.state')}
          value={state ?? ''}
          placeholder={t('label.all-states')}
          options={ReleaseState.options.map((value) => ({ value, text: t(`label.${value}`) }))}
          onChange={({ target }) => setParams({ state: target.value, page: '' })}
        />
      </div>
      {list.isError && !data && (
        <EmptyState isFailure title={t('gallery.failed-title')} hint={t('gallery.failed-hint')}>
          <Button variant="primary" onClick={() => void list.refetch()}>
            {t('gallery.retry')}
          </Button>
        </EmptyState>
      )}
      {!data && !list.isError && <RowsSkeleton />}
      {data?.items.length === 0 && (
        <EmptyState
          icon={ChartNoAxesColumn}
          title={t(isFiltered ? 'label.none-title' : 'label.empty-title')}
          hint={t(isFiltered ? 'label.none-hint' : 'label.empty-hint')}
        >
          {(isFiltered || page > 1) && (
            <Button onClick={() => setParams({ label: '', state: '', q: '', sort: '', page: '' }, true)}>
              {t('label.clear')}
            </Button>
          )}
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <>
          <ReleasesTable rows={data.items} sort={sort} onSort={(next) => setParams({ sort: next, page: '' })} />
          <Pages {...data} onPage={(next) => setParams({ page: next > 1 ? String(next) : '' }, true)} />
        </>
      )}
    </div>
  );
}

function RowsSkeleton() {
  return (
    <div className={styles.skeletons}>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <Skeleton key={index} height={48} borderRadius="var(--radius-field)" />
      ))}
    </div>
  );
}

interface TableProps {
  rows: readonly StaffRelease[];
  sort: StaffReleaseSort;
  onSort: (sort: StaffReleaseSort) => void;
}

function ReleasesTable({ rows, sort, onSort }: TableProps) {
  const t = useText();
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const columns = useMemo((): Column<StaffRelease>[] => {
    const figure = (id: 'tracks' | 'recipients' | 'opened' | 'heard' | 'downloaded', isOptional = true) => ({
      id,
      header: id === 'tracks' ? t('table.tracks') : t(`label.${id}`),
      width: isCompact ? 64 : 104,
      isOptional,
      cell: (row: StaffRelease) => <NumberCell>{row[id]}</NumberCell>,
    });
    return [
      {
        id: 'cover',
        header: t('table.cover'),
        width: 52,
        isFixed: true,
        cell: ({ thumbnail }) => (
          <CoverArt src={thumbnail && getSmallCover(thumbnail)} alt="" pixels={160} className={styles.cover} />
        ),
      },
      {
        id: 'title',
        header: t('label.title'),
        width: isCompact ? 110 : 150,
        share: 3,
        isSortable: true,
        isRowName: true,
        cell: ({ releaseid, title, artist }, tabIndex) => (
          <RowLink to={releaseReportPath(releaseid)} title={title} artist={artist} tabIndex={tabIndex} />
        ),
      },
      ...(isCompact
        ? []
        : [
            {
              id: 'artist',
              header: t('label.artist'),
              width: 120,
              share: 2,
              isSortable: true,
              cell: ({ artist }: StaffRelease) => <TextCell text={artist} />,
            },
          ]),
      {
        id: 'state',
        header: t('label.state'),
        width: isCompact ? 100 : 112,
        cell: ({ state }) => (
          <span className={styles.state} data-state={state}>
            {t(`label.${state}`)}
          </span>
        ),
      },
      ...(isCompact ? [figure('heard', false)] : []),
      {
        id: 'date',
        header: t('table.available'),
        width: 112,
        isSortable: true,
        isOptional: isCompact,
        cell: ({ available }) => <DateCell date={new Date(available)} />,
      },
      ...(isCompact
        ? []
        : [
            figure('recipients', false),
            figure('opened', false),
            figure('heard', false),
            figure('downloaded'),
            figure('tracks'),
            {
              id: 'impact',
              header: t('table.impact'),
              width: 112,
              isSortable: true,
              isOptional: true,
              cell: ({ impact }: StaffRelease) => impact && <DateCell date={new Date(impact)} />,
            },
          ]),
    ];
  }, [t, isCompact]);
  const current = { column: sort.replace('-', ''), isDescending: sort.startsWith('-') };
  return (
    <Table
      label={t('label.releases')}
      columns={columns}
      rows={rows}
      rowKey={({ releaseid }) => releaseid}
      sort={current}
      onSort={(column) => {
        const next = nextSort(current, column);
        onSort(StaffReleaseSort.parse(`${next.isDescending ? '-' : ''}${column}`));
      }}
      rowHeight={useRowHeight()}
    />
  );
}

interface PagesProps {
  page: number;
  pagesize: number;
  total: number;
  onPage: (page: number) => void;
}

function Pages({ page, pagesize, total, onPage }: PagesProps) {
  const t = useText();
  if (total <= pagesize) return null;
  const from = (page - 1) * pagesize + 1;
  const to = Math.min(page * pagesize, total);
  return (
    <div className={styles.pages}>
      <IconButton
        icon={ChevronLeft}
        label={t('label.previous')}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      />
      <p aria-live="polite">{t('label.page', { from, to, total })}</p>
      <IconButton
        icon={ChevronRight}
        label={t('label.next')}
        disabled={to === total}
        onClick={() => onPage(page + 1)}
      />
    </div>
  );
}
