import { ReleaseState, StaffReleaseSort } from '@promenade/contract/label';
import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { ChartNoAxesColumn, FolderUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useMatch } from 'react-router';

import { ZoneNote } from '../catalogue/ZoneNote.tsx';
import { FileButtons } from '../console/FileButton.tsx';
import { ListFilter } from '../console/ListFilter.tsx';
import { ListPage } from '../console/ListPage.tsx';
import { useListParams } from '../console/listParams.ts';
import { Button, buttonClass } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { SelectButton } from '../selection/SelectButton.tsx';
import { releaseidOf } from '../selection/SelectionLayer.tsx';
import { BulkActions, StateQuestion } from './BulkActions.tsx';
import { ConfirmState } from './ConfirmState.tsx';
import { labelReportPath, labelSettingsPath } from './consolePaths.ts';
import { useEditableLabels, useMayEdit, useStaffLabels, useStaffReleases } from './data.ts';
import { Deliveries } from './deliver/Deliveries.tsx';
import { openDialog, useTakeFiles } from './deliver/takeFiles.ts';
import { type Asked, useReleaseColumns } from './ReleaseColumns.tsx';

const LIST = {
  sorts: StaffReleaseSort.options,
  initial: '-date',
  filters: { label: 'text', state: ReleaseState.options },
} as const;

/** The releases of the caller's labels, in the console of operators of all. */
export function StaffReleases() {
  const t = useText();
  const isOfAllLabels = useMatch(`${paths.operator}/*`) !== null;
  const params = useListParams(LIST);
  const { isFiltered, set } = params;
  const { sort, page, label: labelid = '', ...filters } = params.query;
  const list = useStaffReleases({ sort, page, ...(labelid && { labelid }), ...filters });
  const labels = useStaffLabels().data?.items;
  const [asked, setAsked] = useState<Asked>();
  const mayEdit = useMayEdit();
  const take = useTakeFiles();
  const isPhone = useBelow(MOBILE_BELOW_PX);
  const canDeliver = useEditableLabels().length > 0;
  const mayStart = canDeliver && !isFiltered;
  const rows = list.data?.items ?? [];
  return (
    <>
      <ListPage
        title={t(isOfAllLabels ? 'table.releases' : 'label.releases')}
        label={t('label.releases')}
        failed={t('gallery.failed-title')}
        note={!isOfAllLabels && <ZoneNote />}
        total={(count) => t('label.total', { count })}
        list={list}
        params={params}
        columns={useReleaseColumns(setAsked)}
        rowKey={releaseidOf}
        find={t('label.find')}
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
            {canDeliver && isPhone && <SelectButton />}
            {canDeliver && (
              <Button variant="primary" size="small" icon={Plus} onClick={() => openDialog()}>
                {t('deliver.new')}
              </Button>
            )}
          </>
        }
        above={<Deliveries labelid={labelid} />}
        filters={
          <>
            {labels && labels.length > 1 && (
              <ListFilter
                params={params}
                name="label"
                label={t('label.label')}
                all={t('label.all-labels')}
                options={labels.map(({ labelid: value, name }) => ({ value, text: name }))}
              />
            )}
            <ListFilter
              params={params}
              name="state"
              label={t('label.state')}
              all={t('label.all-states')}
              options={ReleaseState.options.map((value) => ({ value, text: t(`label.${value}`) }))}
            />
          </>
        }
        empty={
          <EmptyState
            icon={mayStart ? FolderUp : ChartNoAxesColumn}
            title={t(isFiltered ? 'label.none-title' : mayStart ? 'deliver.start' : 'label.empty-title')}
            hint={t(isFiltered ? 'label.none-hint' : mayStart ? 'deliver.choose-hint' : 'label.empty-hint')}
          >
            {mayStart && <FileButtons onChoose={(chosen) => void take(chosen)} />}
            {isFiltered && (
              <Button onClick={() => set({ label: '', state: '', q: '', sort: '', page: '' }, true)}>
                {t('label.clear')}
              </Button>
            )}
          </EmptyState>
        }
        areReleases
        bulk={
          rows.some((row) => mayEdit(row.labelid))
            ? (chosen) => <BulkActions releases={chosen.filter((row) => mayEdit(row.labelid))} />
            : undefined
        }
      />
      {rows.length > 0 && <ConfirmState />}
      {asked && <StateQuestion {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
