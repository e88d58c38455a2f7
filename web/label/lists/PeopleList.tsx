import { LINE_MAX } from '@promenade/contract/limits';
import { LIST_NOTE_MAX, type ListedPerson } from '@promenade/contract/lists/lists';
import { FileDown, Pencil, UserMinus, UserPlus, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { RowsSkeleton } from '../../catalogue/Pages.tsx';
import { ActionQuestion } from '../../console/ActionQuestion.tsx';
import { BackLink, DetailPage } from '../../console/DetailPage.tsx';
import { column, type ListColumn } from '../../console/ListColumns.tsx';
import { ListFilter } from '../../console/ListFilter.tsx';
import { ListPage } from '../../console/ListPage.tsx';
import { useListParams } from '../../console/listParams.ts';
import { useSave } from '../../console/Saving.tsx';
import sections from '../../console/sections.module.css';
import { Button } from '../../design/Button.tsx';
import { DialogButtons } from '../../design/DialogButtons.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { LazyDialog, lazyPart } from '../../design/lazyPart.ts';
import { TextArea, TextField } from '../../design/TextField.tsx';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { useText } from '../../platform/text.ts';
import { listsPath } from '../consolePaths.ts';
import { ListHistory } from './ListHistory.tsx';
import { changeOnePerson, removeOnePerson, saveList, useChanged, useListPeople, usePeopleList } from './listsData.ts';

const ImportPeople = lazyPart(async () => (await import('./ImportPeople.tsx')).ImportPeople);

const LIST = { filters: { tag: 'text' } } as const;
const rowKey = ({ personid }: ListedPerson): string => personid;
const nameOf = ({ name, address }: ListedPerson): string => name || address;

/** One list of people, with its tags, import, export and history. */
export function PeopleList() {
  const t = useText();
  const { listid = '' } = useParams();
  const facts = usePeopleList(listid);
  return (
    <DetailPage
      query={facts}
      className={undefined}
      back={
        <div className={sections.page}>
          <BackLink to={listsPath(facts.data?.labelid)}>{t('listed.back')}</BackLink>
        </div>
      }
      skeleton={<RowsSkeleton />}
      failed={{ title: t('listed.list-failed') }}
      unknown={{ title: t('listed.unknown-title'), hint: t('listed.unknown-hint'), icon: Users }}
    >
      {({ name, mayedit, tags, condition }) => (
        <People
          key={listid}
          listid={listid}
          name={name}
          mayEdit={mayedit && condition === null}
          tags={tags}
          isGroup={condition !== null}
        />
      )}
    </DetailPage>
  );
}

interface PeopleProps {
  listid: string;
  name: string;
  mayEdit: boolean;
  tags: readonly string[];
  isGroup: boolean;
}

function People({ listid, name, mayEdit, tags, isGroup }: PeopleProps) {
  const t = useText();
  const params = useListParams(LIST);
  const { page, filter = '', tag } = params.query;
  const list = useListPeople(listid, { page, filter, ...(tag && { tag }) });
  const [asked, setAsked] = useState<{ action: 'edit' | 'remove'; row: ListedPerson }>();
  const [isAdding, setAdding] = useState(false);
  const columns = useMemo(
    (): ListColumn<ListedPerson>[] => [
      column.text('name', t('listed.name'), nameOf, { width: 150, share: 3, isRowName: true }),
      column.text(
        'address',
        t('listed.address'),
        ({ address, also, suppressed, unsubscribed }) =>
          [
            address,
            ...(also.length > 0 ? [t('listed.also', { addresses: also.join(', ') })] : []),
            ...(suppressed ? [t('listed.suppressed')] : []),
            ...(unsubscribed ? [t('listed.unsubscribed')] : []),
          ].join(' · '),
        { width: 190, share: 3, phone: { width: 140 } },
      ),
      column.text('company', t('listed.company'), ({ company }) => company, { isOptional: true }),
      column.text('role', t('listed.role'), ({ role }) => role, { isOptional: true, only: 'wide' }),
      column.text('country', t('listed.country'), ({ country }) => country, {
        width: 90,
        share: 0,
        isOptional: true,
        only: 'wide',
      }),
      column.text('tags', t('listed.tags'), (row) => row.tags.join(', '), { isOptional: true, only: 'wide' }),
      ...(mayEdit
        ? [
            column.actions<ListedPerson>(
              t('listed.actions'),
              (row) => t('listed.actions-of', { name: nameOf(row) }),
              (row) => [
                {
                  id: 'edit',
                  label: t('listed.edit'),
                  icon: Pencil,
                  onAction: () => setAsked({ action: 'edit', row }),
                },
                {
                  id: 'remove',
                  label: t('listed.remove'),
                  icon: UserMinus,
                  onAction: () => setAsked({ action: 'remove', row }),
                },
              ],
            ),
          ]
        : []),
    ],
    [t, mayEdit],
  );
  const close = () => setAsked(undefined);
  const add = mayEdit && (
    <Button variant="primary" size="small" icon={UserPlus} onClick={() => setAdding(true)}>
      {t('listed.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={name}
        total={(count) => t('listed.people-total', { count })}
        note={isGroup && t('listed.group-note')}
        list={list}
        params={params}
        columns={columns}
        rowKey={rowKey}
        find={t('listed.find')}
        failed={t('listed.list-failed')}
        filters={
          tags.length > 0 && (
            <ListFilter
              params={params}
              name="tag"
              label={t('listed.tag')}
              all={t('listed.all-tags')}
              options={tags.map((value) => ({ value, text: value }))}
            />
          )
        }
        actions={
          <>
            <Button size="small" icon={FileDown} onClick={() => void saveList(listid).catch(notifyFailure)}>
              {t('listed.export')}
            </Button>
            {add}
          </>
        }
        empty={
          params.isFiltered ? (
            <EmptyState title={t('listed.none-title')} hint={t('listed.none-hint')} />
          ) : (
            <EmptyState
              icon={Users}
              title={t('listed.people-empty-title')}
              hint={t(
                isGroup ? 'listed.group-note' : mayEdit ? 'listed.people-empty-hint' : 'listed.people-empty-viewer',
              )}
            >
              {add}
            </EmptyState>
          )
        }
      />
      <ListHistory listid={listid} />
      {isAdding && <ImportPeople listid={listid} onClose={() => setAdding(false)} />}
      {asked?.action === 'edit' && <EditPerson listid={listid} row={asked.row} onClose={close} />}
      {asked?.action === 'remove' && <RemovePerson listid={listid} row={asked.row} onClose={close} />}
    </>
  );
}

interface PersonProps {
  listid: string;
  row: ListedPerson;
  onClose: () => void;
}

const LINES = ['name', 'company', 'role', 'country'] as const;

function EditPerson({ listid, row, onClose }: PersonProps) {
  const t = useText();
  const [values, setValues] = useState({ ...row, tags: row.tags.join(', ') });
  const changed = useChanged();
  const { submit, isBusy, message } = useSave(async () => {
    const { name, company, role, country, note } = values;
    const tags = values.tags.split(',').flatMap((tag) => tag.trim() || []);
    await changeOnePerson({ listid, personid: row.personid }, { name, company, role, country, note, tags });
    await changed();
    onClose();
  });
  return (
    <LazyDialog kind="form" title={t('listed.edit-title', { name: nameOf(row) })} onClose={onClose}>
      <form noValidate className={sections.stack} onSubmit={(event) => void submit(event)}>
        <p className={sections.hint}>{t('listed.edit-hint')}</p>
        {LINES.map((field) => (
          <TextField
            key={field}
            label={t(`listed.${field}`)}
            value={values[field]}
            maxLength={LINE_MAX}
            onChange={({ target }) => setValues({ ...values, [field]: target.value })}
          />
        ))}
        <TextField
          label={t('listed.tags-hint')}
          value={values.tags}
          onChange={({ target }) => setValues({ ...values, tags: target.value })}
        />
        <TextArea
          label={t('listed.note')}
          value={values.note}
          rows={3}
          maxLength={LIST_NOTE_MAX}
          onChange={({ target }) => setValues({ ...values, note: target.value })}
        />
        {message}
        <DialogButtons confirm={t('profile.save')} cancel={t('common.cancel')} busy={isBusy} onCancel={onClose} />
      </form>
    </LazyDialog>
  );
}

function RemovePerson({ listid, row, onClose }: PersonProps) {
  const t = useText();
  const changed = useChanged();
  return (
    <ActionQuestion
      action={{
        title: () => t('listed.remove-title', { name: nameOf(row) }),
        message: () => t('listed.remove-message'),
        confirm: t('listed.remove'),
        nameOf,
        run: async ({ personid }) => {
          await removeOnePerson({ listid, personid });
          await changed();
        },
        done: () => t('listed.removed', { name: nameOf(row) }),
      }}
      rows={[row]}
      onClose={onClose}
    />
  );
}
