import type { ProposedKind } from '@promenade/contract/releaseFields';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { hasWords, PickerButton, usePickerFilter } from '../catalogue/Picker.tsx';
import { Combobox } from '../design/Combobox.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { foldText } from '../platform/format.ts';
import { useText } from '../platform/text.ts';
import { useVocabulary } from './data.ts';
import styles from './NamesField.module.css';
import { useTypedText } from './typedText.ts';

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

/** Names that are chosen from a vocabulary one by one; what it lacks is proposed. */
export function NamesField({
  label,
  names,
  proposed = [],
  disabled = false,
  error,
  typedKey,
  onChange,
  ...picker
}: Props) {
  const t = useText();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const typed = useTypedText(typedKey);
  const folded = names.map(foldText);
  const remove = (name: string, index: number) => {
    // The control of the name is gone then.
    const controls = [...(list.current?.querySelectorAll('button') ?? [])].filter((_, at) => at !== index);
    (controls[index] ?? controls.at(-1))?.focus();
    onChange(names.filter((other) => other !== name));
  };
  return (
    <div
      className={styles.field}
      role="group"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <span id={id} className={styles.label}>
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
          <PickerButton icon={Plus} label={t(`label.add-${picker.kind}`)} text={t('label.add-name')} typed={typed[0]}>
            {() => (
              <NamePicker
                {...picker}
                typed={typed}
                isChosen={(name) => folded.includes(foldText(name))}
                onNames={(added) => onChange([...names, ...added.filter((name) => !folded.includes(foldText(name)))])}
              />
            )}
          </PickerButton>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface PickerProps extends Pick<Props, 'kind' | 'labelid'> {
  typed: ReturnType<typeof useTypedText>;
  isChosen: (name: string) => boolean;
  onNames: (names: string[]) => void;
}

const SEPARATOR = /[;\n]/;
const OWN = 'own';

/** It stays open for another name. Several names come with semicolons between them. */
function NamePicker({ kind, labelid, typed: kept, isChosen, onNames }: PickerProps) {
  const t = useText();
  const { text, setText, filter } = usePickerFilter(kept);
  const { data, isPlaceholderData } = useVocabulary(labelid, kind, filter);
  const found = data?.items ?? [];
  const isLoaded = filter === text.trim() && !isPlaceholderData;
  const typed = text
    .split(SEPARATOR)
    .map((name) => name.trim())
    .filter(Boolean);
  const isKnown = typed.length === 1 && found.some((name) => foldText(name) === foldText(typed[0] ?? ''));
  const isNew = typed.length > 0 && !isKnown && !(typed.length === 1 && isChosen(typed[0] ?? ''));
  const take = (names: string[]) => {
    setText('');
    onNames(names);
  };
  return (
    <Combobox
      label={t(`label.add-${kind}`)}
      placeholder={t('label.name-filter')}
      value={text}
      onChange={setText}
      options={found
        .filter((name) => !isChosen(name) && (isLoaded || hasWords(name, text)))
        .map((name) => ({ id: `name ${name}`, text: name }))}
      createOption={
        isNew
          ? { id: OWN, text: t(typed.length > 1 ? 'label.add-names' : 'label.propose', { name: typed.join(', ') }) }
          : undefined
      }
      onSelect={(id) => take(id === OWN ? typed : [id.slice('name '.length)])}
    />
  );
}
