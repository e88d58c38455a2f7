import type { StaffPatch } from '@promenade/contract/label';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '../design/Checkbox.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { getRefusalCode } from '../platform/errorText.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { ApiError } from '../platform/request.ts';
import { useText } from '../platform/text.ts';
import { useChangeRelease } from './editorData.ts';
import { type FieldKind, toText, toValue } from './editorFields.ts';
import styles from './ReleaseEditor.module.css';

interface Props {
  releaseid: string;
  label: string;
  kind: FieldKind;
  choices?: { value: string; text: string }[];
  value: unknown;
  /** What the last delivery said. */
  delivered: unknown;
  mayEdit: boolean;
  /** The patch that gives the field a value. */
  patchOf: (value: unknown) => StaffPatch;
}

/** A field of the document. It is saved when it is left; one that cannot be saved keeps what was typed. */
export function EditorField({ releaseid, label, kind, choices, value, delivered, mayEdit, patchOf }: Props) {
  const t = useText();
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const saving = useChangeRelease(releaseid);
  const save = (next: unknown) =>
    saving.mutate(patchOf(next), {
      onSuccess: () => {
        setTyped(undefined);
        setError(undefined);
      },
      onError: (failure) => setError(describe(failure)),
    });
  const describe = (failure: unknown): string | undefined => {
    const code = getRefusalCode(failure);
    if (code === 'VALIDATION') return t('label.wrong-value');
    if (code !== 'EDITED_MEANWHILE' || !(failure instanceof ApiError)) {
      notifyFailure(failure);
      return undefined;
    }
    const [name] = Object.values(failure.fields);
    return name ? t('label.edited-meanwhile', { name }) : t('label.edited-by-system');
  };
  const isEdited = toText(value) !== toText(delivered) || (kind === 'check' && value !== delivered);
  const shared = { disabled: !mayEdit, error };
  const leave = () => {
    if (typed === undefined) return;
    if (typed === toText(value)) setTyped(undefined);
    else save(toValue(kind, typed));
  };
  return (
    <div className={styles.field}>
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
          options={choices ?? []}
          onChange={({ target }) => save(target.value)}
        />
      )}
      {kind !== 'check' && kind !== 'choice' && (
        <TextField
          {...shared}
          label={label}
          type={kind === 'date' ? 'date' : 'text'}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          placeholder={kind === 'names' ? t('label.lists-hint') : undefined}
          value={typed ?? toText(value)}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={leave}
          onKeyDown={({ key }) => key === 'Enter' && leave()}
        />
      )}
      {isEdited && (
        <p className={styles.delivered}>
          {kind !== 'check' && (
            <span>
              {toText(delivered) === ''
                ? t('label.delivered-nothing')
                : t('label.delivered-value', { value: toText(delivered) })}
            </span>
          )}
          {mayEdit && (
            <IconButton
              icon={Undo2}
              size="small"
              iconSize={14}
              label={t('label.use-delivered-of', { field: label })}
              onClick={() => save(delivered ?? null)}
            />
          )}
        </p>
      )}
      {saving.isSuccess && typed === undefined && (
        <p className={styles.saved} role="status">
          {t('label.saved')}
        </p>
      )}
    </div>
  );
}
