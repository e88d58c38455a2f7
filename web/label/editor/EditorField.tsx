import type { StaffDocument } from '@promenade/contract/label';
import { useState } from 'react';
import { Checkbox } from '../../design/Checkbox.tsx';
import { Select } from '../../design/Select.tsx';
import { TextField } from '../../design/TextField.tsx';
import { useText } from '../../platform/text.ts';
import { EditedNote } from './EditedNote.tsx';
import { useChangeRelease } from './editorData.ts';
import { type FieldKind, fieldId, toText, toValue } from './editorFields.ts';
import { formatInstant, fromLocalInput, toLocalInput } from './instants.ts';
import styles from './ReleaseEditor.module.css';
import { describeSaveFailure } from './saveFailure.ts';

interface Props {
  data: StaffDocument;
  field: keyof StaffDocument['document'];
  label: string;
  kind: FieldKind;
  choices?: readonly string[];
}

/** A field of the document. It is saved when it is left; one that cannot be saved keeps what was typed. */
export function EditorField({ data, field, label, kind, choices = [] }: Props) {
  const t = useText();
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const saving = useChangeRelease(data.release.releaseid);
  const mayEdit = data.mayedit;
  const [value, delivered] = [data.document[field], data.delivered[field]];
  const save = (next: unknown) =>
    saving.mutate(
      { [field]: next },
      {
        onSuccess: () => {
          setTyped(undefined);
          setError(undefined);
        },
        onError: (failure) => setError(describeSaveFailure(failure, t)),
      },
    );
  const isInstant = kind === 'instant';
  const shown = isInstant ? toLocalInput(toText(value)) : toText(value);
  const isEdited = toText(value) !== toText(delivered) || (kind === 'check' && value !== delivered);
  const shared = { disabled: !mayEdit, error };
  const leave = () => {
    if (typed === undefined) return;
    if (typed === shown) setTyped(undefined);
    else save(isInstant ? fromLocalInput(typed) : toValue(kind, typed));
  };
  return (
    <div id={fieldId(field)} className={styles.field}>
      {kind === 'check' && (
        <Checkbox
          label={label}
          disabled={!mayEdit}
          checked={saving.isPending ? value !== true : value === true}
          onChange={({ target }) => save(target.checked)}
        />
      )}
      {kind === 'choice' && (
        <Select
          {...shared}
          label={label}
          value={toText(value)}
          options={choices.map((choice) => ({ value: choice, text: choice }))}
          onChange={({ target }) => save(target.value)}
        />
      )}
      {kind !== 'check' && kind !== 'choice' && (
        <TextField
          {...shared}
          label={label}
          type={isInstant ? 'datetime-local' : kind === 'date' ? 'date' : 'text'}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          placeholder={kind === 'names' ? t('label.lists-hint') : undefined}
          value={typed ?? shown}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={leave}
          onKeyDown={({ key }) => key === 'Enter' && leave()}
        />
      )}
      {isInstant && <p className={styles.delivered}>{formatInstant(toText(value))}</p>}
      {isEdited && (
        <EditedNote
          label={label}
          delivered={kind === 'check' ? undefined : isInstant ? formatInstant(toText(delivered)) : toText(delivered)}
          editor={data.edited[field]}
          onUse={mayEdit ? () => save(delivered ?? null) : undefined}
        />
      )}
      {saving.isSuccess && typed === undefined && (
        <p className={styles.saved} role="status">
          {t('label.saved')}
        </p>
      )}
    </div>
  );
}
