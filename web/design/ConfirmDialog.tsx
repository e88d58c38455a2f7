import { Button } from './Button.tsx';
import { LazyDialog } from './LazyDialog.tsx';
import styles from './Question.module.css';

interface Props {
  title: string;
  message: string;
  /** The words of the button that goes ahead. */
  yes: string;
  /** The words of the one that does not; without it there is only one answer. */
  no?: string;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before something happens, or tells what did. */
export function Question({ title, message, yes, no, onYes, onNo }: Props) {
  return (
    <LazyDialog kind="question" title={title} onClose={onNo}>
      <p className={styles.message}>{message}</p>
      <div className={styles.answers}>
        {no && (
          <Button look="plain" onClick={onNo}>
            {no}
          </Button>
        )}
        <Button look="primary" onClick={onYes} autoFocus>
          {yes}
        </Button>
      </div>
    </LazyDialog>
  );
}
