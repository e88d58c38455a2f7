import type { StaffDocument } from '@promenade/contract/label';
import { Check, Pencil, Undo2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { formatTime } from '../../console/times.ts';
import { Button } from '../../design/Button.tsx';
import { Icon } from '../../design/Icon.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { type Translate, useText } from '../../platform/text.ts';
import styles from './FieldMarks.module.css';

interface Props {
  /** Of the field. */
  label: string;
  /** The text that the last delivery said; undefined where it cannot be told in a text. */
  delivered: string | undefined;
  editor: StaffDocument['edited'][string] | undefined;
  onUse: (() => void) | undefined;
}

/** What the delivery says, then who edited it and when. */
function describeEdit(t: Translate, { delivered, editor }: Pick<Props, 'delivered' | 'editor'>): string[] {
  const date = editor && formatTime(editor.at);
  return [
    ...(delivered === undefined
      ? []
      : [delivered === '' ? t('label.delivered-nothing') : t('label.delivered-value', { value: delivered })]),
    ...(date ? [editor.by ? t('label.edited-by', { name: editor.by, date }) : t('label.edited-on', { date })] : []),
  ];
}

/** A note below an edited cell or file: what the delivery says, who edited it and when, and a button that takes the edit back. */
export function EditedNote({ label, onUse, ...edit }: Props) {
  const t = useText();
  return (
    <p className={styles.note}>
      {describeEdit(t, edit).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {onUse && (
        <IconButton
          icon={Undo2}
          size="small"
          iconSize={14}
          label={t('label.use-delivered-of', { field: label })}
          onClick={onUse}
        />
      )}
    </p>
  );
}

/** The same beside the label of a field, which it does not move: the words come on focus and hover. */
export function EditedMark({ label, onUse, ...edit }: Props) {
  const t = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The events are those of the button and of what it shows.
    <span
      className={styles.edited}
      onPointerEnter={open}
      onPointerLeave={close}
      onFocus={open}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <button
        type="button"
        className={styles.mark}
        aria-label={t('label.edited', { field: label })}
        aria-describedby={isOpen ? id : undefined}
        aria-expanded={isOpen}
        onClick={open}
      >
        <Icon icon={Pencil} size={14} />
      </button>
      {isOpen && (
        <span className={styles.bubble}>
          <span id={id} className={styles.lines}>
            {describeEdit(t, edit).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
          {onUse && (
            <Button
              size="small"
              icon={Undo2}
              aria-label={t('label.use-delivered-of', { field: label })}
              onClick={onUse}
            >
              {t('label.use-delivered')}
            </Button>
          )}
        </span>
      )}
    </span>
  );
}

const SAVED_MS = 3_000;

/** Says that something was saved, and goes. @param at instant of the saving; undefined: nothing was saved, or is typed */
export function SavedMark({ at }: { at: number | undefined }) {
  const t = useText();
  const [gone, setGone] = useState<number>();
  useEffect(() => {
    if (at === undefined) return;
    const timer = setTimeout(() => setGone(at), SAVED_MS);
    return () => clearTimeout(timer);
  }, [at]);
  return (
    <span role="status" className={styles.saved}>
      {at !== undefined && at !== gone && (
        <>
          <Icon icon={Check} size={16} />
          <span className="visuallyHidden">{t('label.saved')}</span>
        </>
      )}
    </span>
  );
}
