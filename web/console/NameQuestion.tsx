import { LINE_MAX } from '@promenade/contract/limits';
import { TextField } from '../design/TextField.tsx';
import { type Action, ActionQuestion } from './ActionQuestion.tsx';
import { useTypedText } from './typedText.ts';

interface Props<Row> {
  /** Tells typed names apart, which stay until the question is closed. */
  subject: string;
  /** What is renamed; undefined: something is made. */
  row: Row | undefined;
  label: string;
  /** By the name that is typed. */
  action: (name: string) => Omit<Action<Row | undefined>, 'nameOf'>;
  onClose: () => void;
}

/** Asks for the name of something new, or for another name. */
export function NameQuestion<Row extends { name: string }>({ subject, row, label, action, onClose }: Props<Row>) {
  const [name = row?.name ?? '', setName] = useTypedText(subject);
  return (
    <ActionQuestion
      action={{ ...action(name), nameOf: (chosen) => chosen?.name ?? name }}
      rows={[row]}
      onClose={() => {
        setName(undefined);
        onClose();
      }}
    >
      <TextField
        label={label}
        value={name}
        maxLength={LINE_MAX}
        required
        onChange={({ target }) => setName(target.value)}
      />
    </ActionQuestion>
  );
}
