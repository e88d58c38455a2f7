import { NOTE_MAX } from '@promenade/contract/limits';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { TextField } from '../design/TextField.tsx';
import { notify } from '../platform/notices.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { useBulk } from './BulkChange.tsx';
import { useChangeEach } from './changeEachData.ts';
import styles from './sections.module.css';
import { useTypedText } from './typedText.ts';

export interface Action<Row> {
  /** The question, by the number of rows. */
  title: (count: number) => string;
  /** What will happen to how many. */
  message: (count: number) => string;
  confirm: string;
  nameOf: (row: Row) => string;
  run: (row: Row) => Promise<unknown>;
  /** What has happened, without a full stop. */
  done: (count: number) => string;
  /** Takes one row back; the toast then has an Undo button. */
  undo?: (row: Row) => Promise<unknown>;
}

interface Props<Row> {
  action: Action<Row>;
  rows: readonly Row[];
  onClose: () => void;
  /** Called with the rows that refused. */
  onRest?: (rest: readonly Row[]) => void;
  /** Above the message. */
  note?: ReactNode;
  /** Fields that say how; the question is a form then. */
  children?: ReactNode;
}

/** Asks before an action, and runs it on each row; rows that refuse stay with their reasons. */
export function ActionQuestion<Row>({ action, rows, onClose, onRest, note, children }: Props<Row>) {
  const t = useText();
  const { title, message, confirm, nameOf, run: change, done, undo } = action;
  const changeEach = useChangeEach<Row>();
  const takeBack = async (undoRow: (row: Row) => Promise<unknown>) => {
    const [failed] = await changeEach(rows, undoRow);
    if (failed) notifyFailure(failed.failure);
    else notify({ category: 'undone' });
  };
  const onDone = () =>
    notify({
      category: 'operatorDone',
      message: done(rows.length),
      ...(undo && { undo: () => void takeBack(undo) }),
    });
  const { rest, run, list } = useBulk(rows, { nameOf, onDone, onRest }, onClose);
  const { submit, isBusy } = useSubmit({ send: () => run(change) });
  const count = rest.length;
  if (children === undefined)
    return (
      <ConfirmDialog
        title={title(count)}
        message={message(count)}
        confirmLabel={confirm}
        cancelLabel={t('common.cancel')}
        busy={isBusy}
        onConfirm={() => void submit()}
        onCancel={onClose}
      >
        {list}
        {note}
      </ConfirmDialog>
    );
  return (
    <LazyDialog kind="form" title={title(count)} onClose={onClose}>
      <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
        <p className={styles.message}>{message(count)}</p>
        {list}
        {children}
        <DialogButtons confirm={confirm} cancel={t('common.cancel')} busy={isBusy} onCancel={onClose} />
      </form>
    </LazyDialog>
  );
}

interface DiscardProps<Row> {
  row: Row;
  nameOf: (row: Row) => string;
  message: string;
  discard: (row: Row, reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks why something is discarded: the audit trail says so. */
export function DiscardQuestion<Row>({ row, nameOf: getName, message, discard, onClose: close }: DiscardProps<Row>) {
  const t = useText();
  const name = getName(row);
  const [reason = '', setReason] = useTypedText(`discard ${name}`);
  const onClose = () => {
    setReason(undefined);
    close();
  };
  return (
    <ActionQuestion
      action={{
        title: () => t('operator.discard-title', { name }),
        message: () => message,
        confirm: t('operator.discard'),
        nameOf: getName,
        run: (chosen) => discard(chosen, reason),
        done: () => t('operator.discarded', { name }),
      }}
      rows={[row]}
      onClose={onClose}
    >
      <TextField
        label={t('operator.reason')}
        value={reason}
        maxLength={NOTE_MAX}
        required
        onChange={({ target }) => setReason(target.value)}
      />
    </ActionQuestion>
  );
}
