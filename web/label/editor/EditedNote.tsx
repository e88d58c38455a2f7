import type { StaffDocument } from '@promenade/contract/label';
import { Undo2 } from 'lucide-react';
import { IconButton } from '../../design/IconButton.tsx';
import { formatInstant } from '../../platform/format.ts';
import { getLanguage, useText } from '../../platform/text.ts';
import styles from './ReleaseEditor.module.css';

interface Props {
  /** Of the field. */
  label: string;
  /** The text that the last delivery said; undefined where it cannot be told in a text. */
  delivered: string | undefined;
  editor: StaffDocument['edited'][string] | undefined;
  onUse: (() => void) | undefined;
}

/** Beside an edited field: what the delivery says, who edited it and when, and the way back. */
export function EditedNote({ label, delivered, editor, onUse }: Props) {
  const t = useText();
  const date = editor && formatInstant(editor.at, getLanguage());
  return (
    <p className={styles.delivered}>
      {delivered !== undefined && (
        <span>
          {delivered === '' ? t('label.delivered-nothing') : t('label.delivered-value', { value: delivered })}
        </span>
      )}
      {date && (
        <span>{editor.by ? t('label.edited-by', { name: editor.by, date }) : t('label.edited-on', { date })}</span>
      )}
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
