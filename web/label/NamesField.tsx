import type { ProposedKind } from '@promenade/contract/releaseFields';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { PickerButton, SearchPicker } from '../console/SearchPicker.tsx';
import { useTypedText } from '../console/typedText.ts';
import fieldStyles from '../design/Field.module.css';
import { IconButton } from '../design/IconButton.tsx';
import { foldText } from '../platform/format.ts';
import { useText } from '../platform/text.ts';
import { useVocabulary } from './data.ts';
import styles from './NamesField.module.css';

interface Props {
  label: string;
  /** Of the vocabulary from which names are chosen. */
  kind: ProposedKind;
  /** Null: nothing is offered. */
  labelid: string | null;
  names: readonly string[];
  /** Those of the names that are no vocabulary yet. */
  proposed?: readonly string[];
  disabled?: boolean;
  error?: string | undefined;
  /** Of the text that is typed in the picker, in `useTypedText`. */
  typedKey: string;
  onChange: (names: string[]) => void;
}

/**
 * Names that are chosen from a vocabulary one by one; what it lacks is proposed. Several come with semicolons between
 * them. The picker stays open for another name.
 */
export function NamesField({
  label,
  kind,
  labelid,
  names,
  proposed = [],
  disabled = false,
  error,
  typedKey,
  onChange,
}: Props) {
  const t = useText();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const typed = useTypedText(typedKey);
  const [text = '', setText] = typed;
  const own = text
    .split(SEPARATOR)
    .map((name) => name.trim())
    .filter(Boolean);
  const folded = names.map(foldText);
  const useFound = (filter: string) => useVocabulary(labelid, kind, filter);
  const isChosen = (name: string) => folded.includes(foldText(name));
  const remove = (name: string, index: number) => {
    // The control of the name is gone then.
    const controls = [...(list.current?.querySelectorAll('button') ?? [])].filter((_, at) => at !== index);
    (controls[index] ?? controls.at(-1))?.focus();
    onChange(names.filter((other) => other !== name));
  };
  return (
    <div
      className={fieldStyles.field}
      role="group"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <span id={id} className={fieldStyles.label}>
        {label}
      </span>
      <div ref={list} className={styles.box} data-disabled={disabled || undefined}>
        {names.map((name, index) => (
          <span key={name} className={styles.name}>
            <bdi>{name}</bdi>
            {proposed.includes(name) && <small title={t('label.proposed-hint')}>{t('label.proposed')}</small>}
            {!disabled && (
              <IconButton
                icon={X}
                size="small"
                iconSize={14}
                className={styles.remove}
                label={t('label.remove-name', { name })}
                onClick={() => remove(name, index)}
              />
            )}
          </span>
        ))}
        {names.length === 0 && disabled && <span className={styles.none}>{t('label.nothing')}</span>}
        {!disabled && (
          <PickerButton icon={Plus} label={t(`label.add-${kind}`)} text={t('label.add-name')} typed={typed[0]}>
            {() => (
              <SearchPicker
                label={t(`label.add-${kind}`)}
                placeholder={t('label.name-filter')}
                typed={typed}
                useFound={useFound}
                toOption={(name) => (isChosen(name) ? undefined : { id: `name ${name}`, text: name })}
                createOption={(_text, known) =>
                  own.length > 1 || own.some((name) => !isChosen(name) && !known.map(foldText).includes(foldText(name)))
                    ? {
                        id: OWN,
                        text: t(own.length > 1 ? 'label.add-names' : 'label.propose', { name: own.join(', ') }),
                      }
                    : undefined
                }
                onSelect={(name) => {
                  setText(undefined);
                  onChange([...names, ...(name === undefined ? own : [name]).filter((added) => !isChosen(added))]);
                }}
              />
            )}
          </PickerButton>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

const OWN = 'own';
const SEPARATOR = /[;\n]/;
