import type { StaffRelease } from '@promenade/contract/label';
import { ChartNoAxesColumn, EyeOff, Pencil, RotateCcw } from 'lucide-react';
import { type ComponentProps, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { getSmallCover } from '../catalogue/format.ts';
import { column, type ListColumn } from '../console/ListColumns.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { useText } from '../platform/text.ts';
import { canWithdraw, type StateQuestion } from './BulkActions.tsx';
import { releaseEditorPath, releaseReportPath } from './consolePaths.ts';
import { useMayEdit } from './data.ts';
import styles from './StaffReleases.module.css';

export type Asked = Omit<ComponentProps<typeof StateQuestion>, 'onClose'>;

/** The columns of the releases of labels; their menus ask by `onAsk`. */
export function useReleaseColumns(onAsk: (question: Asked) => void): ListColumn<StaffRelease>[] {
  const t = useText();
  const navigate = useNavigate();
  const mayEdit = useMayEdit();
  return useMemo(() => {
    const figure = (
      id: 'tracks' | 'recipients' | 'opened' | 'heard' | 'downloaded',
      width: number,
      more: Partial<ListColumn<StaffRelease>>,
    ) =>
      column.number(id, t(id === 'tracks' ? 'table.tracks' : `label.${id}`), (row: StaffRelease) => row[id], {
        width,
        ...more,
      });
    const wide = { only: 'wide' } as const;
    return [
      {
        id: 'cover',
        header: t('table.cover'),
        width: 44,
        isFixed: true,
        phone: { width: 52 },
        cell: ({ thumbnail }) => (
          <CoverArt src={thumbnail && getSmallCover(thumbnail)} alt="" pixels={160} className={styles.cover} />
        ),
      },
      column.link(
        'title',
        t('label.title'),
        ({ releaseid, title, artist, state }) => ({
          to: (state === 'draft' ? releaseEditorPath : releaseReportPath)(releaseid),
          title,
          artist,
        }),
        { width: 150, share: 3, isSortable: true, phone: { width: 110 } },
      ),
      column.text('artist', t('label.artist'), ({ artist }) => artist, { isSortable: true, ...wide }),
      {
        id: 'state',
        header: t('label.state'),
        width: 112,
        phone: { width: 100 },
        cell: ({ state }) => (
          <span className={styles.state} data-state={state}>
            {t(`label.${state}`)}
          </span>
        ),
      },
      figure('heard', 64, { isOptional: true, only: 'phone' }),
      column.date('date', t('table.available'), ({ available }) => available, {
        isSortable: true,
        phone: { isOptional: true },
      }),
      column.date('impact', t('table.impact'), ({ impact }) => impact, { isSortable: true, isOptional: true, ...wide }),
      figure('tracks', 76, { isOptional: true, ...wide }),
      figure('recipients', 100, wide),
      figure('opened', 76, wide),
      figure('heard', 76, wide),
      figure('downloaded', 100, { isOptional: true, ...wide }),
      column.actions(
        t('table.actions'),
        ({ title }) => t('label.more', { title }),
        (row) => {
          const { releaseid, labelid, state } = row;
          const ask = (action: Asked['action']) => () => onAsk({ action, releases: [row] });
          const go = (path: string) => () => void navigate(path);
          return [
            { id: 'edit', label: t('label.edit'), icon: Pencil, onAction: go(releaseEditorPath(releaseid)) },
            state !== 'draft' && {
              id: 'report',
              label: t('label.see-report'),
              icon: ChartNoAxesColumn,
              onAction: go(releaseReportPath(releaseid)),
            },
            canWithdraw(row) &&
              mayEdit(labelid) && {
                id: 'withdraw',
                label: t('label.withdraw'),
                icon: EyeOff,
                onAction: ask('withdraw'),
              },
            state === 'withdrawn' &&
              mayEdit(labelid) && {
                id: 'restore',
                label: t('label.restore'),
                icon: RotateCcw,
                onAction: ask('restore'),
              },
          ];
        },
        { phone: { isOptional: true } },
      ),
    ];
  }, [t, mayEdit, navigate, onAsk]);
}
