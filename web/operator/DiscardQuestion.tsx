import { NOTE_MAX } from '@promenade/contract/limits';
import { TextField } from '../design/TextField.tsx';
import { useTypedText } from '../label/typedText.ts';
import { useText } from '../platform/text.ts';
import { ActionQuestion } from './ActionQuestion.tsx';

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
