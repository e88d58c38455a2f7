import type { PeopleList } from '@promenade/contract/lists/lists';
import { Pencil, Plus, Trash2, Users, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ActionQuestion } from '../../console/ActionQuestion.tsx';
import { column, type ListColumn } from '../../console/ListColumns.tsx';
import { ListPage } from '../../console/ListPage.tsx';
import { useListParams } from '../../console/listParams.ts';
import { NameQuestion } from '../../console/NameQuestion.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { Select } from '../../design/Select.tsx';
import { useText } from '../../platform/text.ts';
import { listPath } from '../consolePaths.ts';
import { useStaffLabels } from '../data.ts';
import { createList, deleteOneList, renameOneList, useChanged, usePeopleLists } from './listsData.ts';

const MakeGroup = lazyPart(async () => (await import('./MakeGroup.tsx')).MakeGroup);

const LIST = { filters: { label: 'text' } } as const;
const rowKey = ({ listid }: PeopleList): string => listid;

/** The lists of people of a label: the one that the address names, else the first. */
export function PeopleLists() {
  const t = useText();
  const params = useListParams(LIST);
  const [search] = useSearchParams();
  const labels = useStaffLabels().data?.items ?? [];
  const label = labels.find(({ labelid }) => labelid === search.get('label')) ?? labels[0];
  const list = usePeopleLists(label?.labelid, params.query.page);
  const mayEdit = label !== undefined && label.role !== 'viewer';
  const [asked, setAsked] = useState<{ action: 'make' | 'group' | 'rename' | 'delete'; row?: PeopleList }>();
  const columns = useMemo(
    (): ListColumn<PeopleList>[] => [
      column.link('name', t('listed.name'), ({ listid, name }) => ({ to: listPath(listid), title: name }), {
        width: 220,
        share: 3,
        phone: { width: 150 },
      }),
      column.text(
        'kind',
        t('listed.kind'),
        ({ condition }) => t(condition ? 'listed.kind-group' : 'listed.kind-list'),
        {
          width: 90,
          share: 0,
          only: 'wide',
        },
      ),
      column.number('people', t('listed.people'), ({ people }) => people),
      column.date('updated', t('listed.changed'), ({ updated }) => updated, { only: 'wide' }),
      ...(mayEdit
        ? [
            column.actions<PeopleList>(
              t('listed.actions'),
              ({ name }) => t('listed.actions-of', { name }),
              (row) => [
                {
                  id: 'rename',
                  label: t('listed.rename'),
                  icon: Pencil,
                  onAction: () => setAsked({ action: 'rename', row }),
                },
                {
                  id: 'delete',
                  label: t('listed.delete'),
                  icon: Trash2,
                  onAction: () => setAsked({ action: 'delete', row }),
                },
              ],
            ),
          ]
        : []),
    ],
    [t, mayEdit],
  );
  const close = () => setAsked(undefined);
  const make = mayEdit && (
    <Button variant="primary" size="small" icon={Plus} onClick={() => setAsked({ action: 'make' })}>
      {t('listed.make')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('listed.title')}
        total={(count) => t('listed.total', { count })}
        note={t('listed.own')}
        list={list}
        params={params}
        columns={columns}
        rowKey={rowKey}
        actions={
          <>
            {mayEdit && (
              <Button size="small" icon={UsersRound} onClick={() => setAsked({ action: 'group' })}>
                {t('listed.make-group')}
              </Button>
            )}
            {make}
          </>
        }
        filters={
          labels.length > 1 && (
            <Select
              label={t('label.label')}
              value={label?.labelid ?? ''}
              options={labels.map(({ labelid: value, name: text }) => ({ value, text }))}
              onChange={({ target }) => params.set({ label: target.value, page: '' })}
            />
          )
        }
        empty={
          <EmptyState
            icon={Users}
            title={t('listed.empty-title')}
            hint={t(mayEdit ? 'listed.empty-hint' : 'listed.people-empty-viewer')}
          >
            {make}
          </EmptyState>
        }
      />
      {(asked?.action === 'make' || asked?.action === 'rename') && label && (
        <NameList labelid={label.labelid} row={asked.row} onClose={close} />
      )}
      {asked?.action === 'group' && label && <MakeGroup labelid={label.labelid} onClose={close} />}
      {asked?.action === 'delete' && asked.row && <DeleteList row={asked.row} onClose={close} />}
    </>
  );
}

interface NameListProps {
  labelid: string;
  /** What is renamed; undefined: a list is made. */
  row: PeopleList | undefined;
  onClose: () => void;
}

function NameList({ labelid, row, onClose }: NameListProps) {
  const t = useText();
  const changed = useChanged();
  return (
    <NameQuestion
      subject={`list ${row?.listid ?? labelid}`}
      row={row}
      label={t('listed.name')}
      action={(name) => ({
        title: () => (row ? t('listed.rename-title', { name: row.name }) : t('listed.make')),
        message: () => t(row ? 'listed.rename-message' : 'listed.make-message'),
        confirm: t(row ? 'listed.rename' : 'listed.make'),
        run: async (chosen) => {
          await (chosen ? renameOneList(chosen.listid, name) : createList(labelid, name));
          await changed();
        },
        done: () => (row ? t('listed.renamed', { name }) : t('listed.made', { name })),
      })}
      onClose={onClose}
    />
  );
}

function DeleteList({ row, onClose }: { row: PeopleList; onClose: () => void }) {
  const t = useText();
  const changed = useChanged();
  return (
    <ActionQuestion
      action={{
        title: () => t('listed.delete-title', { name: row.name }),
        message: () => t('listed.delete-message', { count: row.people }),
        confirm: t('listed.delete'),
        nameOf: ({ name }) => name,
        run: async ({ listid }) => {
          await deleteOneList(listid);
          await changed();
        },
        done: () => t('listed.deleted', { name: row.name }),
      }}
      rows={[row]}
      onClose={onClose}
    />
  );
}
