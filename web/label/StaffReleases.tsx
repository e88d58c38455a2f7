import { ReleaseState, StaffReleaseSort } from '@promenade/contract/label';
import { LINE_MAX, MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { ChartNoAxesColumn, FolderUp } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { Link, useMatch, useSearchParams } from 'react-router';
import { Pages, RowsSkeleton } from '../catalogue/Pages.tsx';
import { Toolbar } from '../catalogue/Toolbar.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { SearchField } from '../design/SearchField.tsx';
import { Select } from '../design/Select.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { paths } from '../platform/paths.ts';
import { useSetParams } from '../platform/searchParams.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { SelectButton } from '../selection/SelectButton.tsx';
import { ConfirmState } from './ConfirmState.tsx';
import { labelReportPath, labelSettingsPath } from './consolePaths.ts';
import { useEditableLabels, useStaffLabels, useStaffReleases } from './data.ts';
import { Deliveries } from './deliver/Deliveries.tsx';
import { FileButtons, NewReleaseButton, useTakeFiles } from './deliver/NewRelease.tsx';
import { ReleasesTable } from './ReleasesTable.tsx';
import styles from './StaffReleases.module.css';

/** The releases of the caller's labels, in the console of operators of all; filters, order and page are in the URL. */
export function StaffReleases() {
  const t = useText();
  const isOfAllLabels = useMatch(`${paths.operator}/*`) !== null;
  const title = t(isOfAllLabels ? 'table.releases' : 'label.releases');
  useTitle(title, false);
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
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const take = useTakeFiles();
  const canDeliver = useEditableLabels().length > 0;
  const mayStart = canDeliver && !isFiltered;
  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        total={data ? t('label.total', { count: data.total }) : false}
        actions={
          <>
            {isOfAllLabels && (
              <>
                {labelid && (
                  <Link to={labelSettingsPath(labelid)} className={buttonClass({ size: 'small' })}>
                    {t('label.settings-link')}
                  </Link>
                )}
                <Link
                  to={labelid ? `${labelReportPath()}?${new URLSearchParams({ label: labelid })}` : labelReportPath()}
                  className={buttonClass({ size: 'small' })}
                >
                  {t('label.over')}
                </Link>
              </>
            )}
            {canDeliver && isCompact && <SelectButton />}
            <NewReleaseButton />
          </>
        }
      />
      <Deliveries labelid={labelid} />
      <Toolbar>
        <SearchField label={t('label.find')} value={filter} onSearch={search} maxLength={LINE_MAX} />
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
      </Toolbar>
      {list.isError && !data && (
        <EmptyState isFailure title={t('gallery.failed-title')} hint={t('common.failed-hint')}>
          <Button variant="primary" onClick={() => void list.refetch()}>
            {t('gallery.retry')}
          </Button>
        </EmptyState>
      )}
      {!data && !list.isError && <RowsSkeleton />}
      {data?.total === 0 && (
        <EmptyState
          icon={mayStart ? FolderUp : ChartNoAxesColumn}
          title={t(isFiltered ? 'label.none-title' : mayStart ? 'deliver.start' : 'label.empty-title')}
          hint={t(isFiltered ? 'label.none-hint' : mayStart ? 'deliver.choose-hint' : 'label.empty-hint')}
        >
          {mayStart && <FileButtons onChoose={(chosen) => void take(chosen)} />}
          {isFiltered && (
            <Button onClick={() => setParams({ label: '', state: '', q: '', sort: '', page: '' }, true)}>
              {t('label.clear')}
            </Button>
          )}
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <>
          <ReleasesTable rows={data.items} sort={sort} onSort={(next) => setParams({ sort: next, page: '' })} />
          <ConfirmState />
        </>
      )}
      {data && data.total > 0 && (
        <Pages {...data} onPage={(next) => setParams({ page: next > 1 ? String(next) : '' }, true)} />
      )}
    </div>
  );
}
