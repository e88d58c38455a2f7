import type { StaffDocument, StaffPatch, StaffRelease } from '@promenade/contract/label';
import { EyeOff, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { ZoneNote } from '../catalogue/ZoneNote.tsx';
import { ActionQuestion } from '../console/ActionQuestion.tsx';
import { useBulk } from '../console/BulkChange.tsx';
import { useChangeEach } from '../console/changeEachData.ts';
import styles from '../console/sections.module.css';
import { fromLocalInput } from '../console/times.ts';
import { useTypedText } from '../console/typedText.ts';
import { Button } from '../design/Button.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { notify } from '../platform/notices.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { changeFields, restore, useRecipientCounts, withdraw } from './data.ts';
import { NamesField } from './NamesField.tsx';
import { PeopleNote } from './People.tsx';
import { getStateChange, withConfirmation } from './stateQuestion.ts';

type Rows = readonly StaffRelease[];

export const canWithdraw = ({ state }: StaffRelease): boolean => state !== 'draft' && state !== 'withdrawn';

/** What editors can do with several releases at once. */
export function BulkActions({ releases }: { releases: Rows }) {
  const t = useText();
  const [action, setAction] = useState<'edit' | 'withdraw'>();
  const withdrawable = releases.filter(canWithdraw);
  const close = () => setAction(undefined);
  return (
    <>
      <Button size="small" icon={Pencil} disabled={releases.length === 0} onClick={() => setAction('edit')}>
        {t('label.edit-many')}
      </Button>
      <Button size="small" icon={EyeOff} disabled={withdrawable.length === 0} onClick={() => setAction('withdraw')}>
        {t('label.withdraw')}
      </Button>
      {action === 'edit' && <EditDialog releases={releases} onClose={close} />}
      {action === 'withdraw' && <StateQuestion action="withdraw" releases={withdrawable} onClose={close} />}
    </>
  );
}

const nameOf = ({ title }: StaffRelease) => title;

const actions = {
  withdraw: { change: withdraw, takeBack: restore },
  restore: { change: restore, takeBack: withdraw },
};

interface QuestionProps {
  action: keyof typeof actions;
  releases: Rows;
  onClose: () => void;
}

/** Asks before releases are withdrawn or restored. */
export function StateQuestion({ action, releases, onClose }: QuestionProps) {
  const t = useText();
  const [rest, setRest] = useState(releases);
  const { data: counts, isPending } = useRecipientCounts(rest.map(({ releaseid }) => releaseid));
  if (isPending) return null;
  const title = rest[0]?.title ?? '';
  const people = counts?.recipients ?? 0;
  const { change, takeBack } = actions[action];
  return (
    <ActionQuestion
      action={{
        title: (count) => t(`label.${action}-title`, { count, title }),
        message: (count) => (counts ? t(`label.${action}-message`, { count, people }) : t('label.people-unknown')),
        confirm: t(`label.${action}`),
        nameOf,
        run: ({ releaseid }) => change(releaseid, { confirmed: '1' }),
        done: (count) => t(`label.${action}-done`, { count, title }),
        undo: ({ releaseid }) => takeBack(releaseid, { confirmed: '1' }),
      }}
      rows={releases}
      onClose={onClose}
      onRest={setRest}
      note={counts && <PeopleNote counts={counts} />}
    />
  );
}

const SEPARATOR = ';';

/**
 * Sets dates and genres of several releases; a blank field leaves them as they are. Those that would come out, end or go
 * away are listed, and changed when it is sent once more.
 */
function EditDialog({ releases, onClose }: { releases: Rows; onClose: () => void }) {
  const t = useText();
  const [available = '', setAvailable] = useTypedText('bulk available');
  const [impact = '', setImpact] = useTypedText('bulk impact');
  const [genres = '', setGenres] = useTypedText('bulk genres');
  const changed = useRef<Awaited<ReturnType<typeof changeFields>>[]>([]);
  const changeEach = useChangeEach<(typeof changed.current)[number]>();
  const undo = async () => {
    let kept = 0;
    const failed = await changeEach(changed.current, async (takeBack) => {
      if (!(await withConfirmation(takeBack))) kept += 1;
    });
    if (failed.some(({ failure }) => !getStateChange(failure))) notifyFailure(failed[0]?.failure);
    if (kept > 0) notify({ category: 'operatorDone', message: t('label.edit-kept', { count: kept }) });
  };
  const close = () => {
    for (const clear of [setAvailable, setImpact, setGenres]) clear(undefined);
    const count = changed.current.length;
    if (count > 0)
      notify({ category: 'operatorDone', message: t('label.edit-done', { count }), undo: () => void undo() });
    onClose();
  };
  const { rest, failures, run, list } = useBulk(releases, { nameOf }, close);
  const [genresHow, setGenresHow] = useState<'add' | 'replace'>('add');
  const names = genres
    .split(SEPARATOR)
    .map((name) => name.trim())
    .filter(Boolean);
  const instant = fromLocalInput(available);
  const patch: StaffPatch = {
    ...(instant && { available: instant }),
    ...(impact && { impactdate: impact }),
    ...(names.length > 0 && { genres: names }),
  };
  const isEmpty = Object.keys(patch).length === 0;
  const change = ({ genres = [] }: StaffDocument['document']): StaffPatch =>
    patch.genres && genresHow === 'add' ? { ...patch, genres: mergeNames(genres, patch.genres) } : patch;
  const typed = JSON.stringify([patch, genresHow]);
  const [sent, setSent] = useState('');
  const asked = sent === typed ? failures.filter(({ failure }) => getStateChange(failure)) : [];
  const { submit, isBusy, hasTried } = useSubmit({
    send: async () => {
      if (isEmpty) return;
      setSent(typed);
      await run(async ({ releaseid }) => {
        const isAsked = asked.some(({ row }) => row.releaseid === releaseid);
        changed.current.push(await changeFields(releaseid, change, isAsked ? { confirmed: '1' } : {}));
      });
    },
  });
  return (
    <LazyDialog kind="form" title={t('label.edit-title', { count: rest.length })} onClose={close}>
      <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
        <p className={styles.message}>{t('label.edit-hint')}</p>
        <ZoneNote />
        {list}
        <TextField
          label={t('label.edit-available')}
          type="datetime-local"
          value={available}
          onChange={({ target }) => setAvailable(target.value)}
        />
        <TextField
          label={t('label.field-impactdate')}
          type="date"
          value={impact}
          onChange={({ target }) => setImpact(target.value)}
        />
        <NamesField
          label={t('label.field-genres')}
          kind="genres"
          labelid={releases[0]?.labelid ?? null}
          names={names}
          typedKey="bulk genre"
          onChange={(next) => setGenres(next.join(SEPARATOR) || undefined)}
        />
        {names.length > 0 && (
          <Select
            label={t('label.edit-genres-how')}
            value={genresHow}
            options={[
              { value: 'add', text: t('label.edit-genres-add') },
              { value: 'replace', text: t('label.edit-genres-replace') },
            ]}
            onChange={({ target }) => setGenresHow(target.value as typeof genresHow)}
          />
        )}
        {hasTried && isEmpty && (
          <p role="alert" className={styles.problem}>
            {t('label.edit-nothing')}
          </p>
        )}
        <DialogButtons
          confirm={t(asked.length > 0 ? 'label.edit-confirm' : 'label.edit-save')}
          cancel={t('common.cancel')}
          busy={isBusy}
          onCancel={close}
        />
      </form>
    </LazyDialog>
  );
}

/** Without those that are there already. */
const mergeNames = (before: string[], added: string[]): string[] => [
  ...before,
  ...added.filter((name) => !before.some((other) => other.toLowerCase() === name.toLowerCase())),
];
