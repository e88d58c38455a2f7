import type { Named } from '@promenade/contract/operatorCatalogue';
import { hasWords, PickerField, usePickerFilter } from '../catalogue/Picker.tsx';
import { Combobox } from '../design/Combobox.tsx';
import { useText } from '../platform/text.ts';
import { EVERYONE, useNames } from './namesData.ts';

interface Props {
  kind: 'labels' | 'packages';
  label: string;
  /** The name that is chosen; empty: none. */
  value: string;
  /** Shown while none is chosen. */
  placeholder: string;
  /** Names that are not offered. */
  except?: readonly string[];
  /** Offers to choose none again, which is undefined. */
  isOptional?: boolean;
  onChange: (choice: Named | undefined) => void;
}

/** A field that chooses one of all labels or packages by a search; never the package that every account holds. */
export function NameChoice({ label, value, placeholder, onChange, ...picker }: Props) {
  return (
    <PickerField label={label} text={value || placeholder}>
      {(close) => (
        <NamePicker
          {...picker}
          label={label}
          none={value === '' ? undefined : placeholder}
          onChoice={(choice) => {
            close();
            onChange(choice);
          }}
        />
      )}
    </PickerField>
  );
}

interface PickerProps extends Pick<Props, 'kind' | 'label' | 'except' | 'isOptional'> {
  /** The option that chooses none. */
  none: string | undefined;
  onChoice: Props['onChange'];
}

function NamePicker({ kind, label, except = [], isOptional = false, none, onChoice }: PickerProps) {
  const t = useText();
  const { text, setText, filter } = usePickerFilter();
  const { data, isPlaceholderData } = useNames(kind, { ...(filter && { filter }) });
  const isLoaded = filter === text.trim() && !isPlaceholderData;
  const names = (data?.items ?? [])
    // Enter chooses nothing of an earlier filter.
    .filter(({ name }) => isLoaded || hasWords(name, text))
    .filter(({ name }) => !except.includes(name) && !(kind === 'packages' && name === EVERYONE));
  return (
    <Combobox
      label={label}
      placeholder={t('names.find')}
      value={text}
      onChange={setText}
      options={names.map(({ id, name, releases }) => ({
        id,
        text: name,
        note: t('names.releases', { count: releases }),
      }))}
      createOption={isOptional && none !== undefined ? { id: NONE, text: none } : undefined}
      empty={isLoaded ? t('names.none-found') : undefined}
      onSelect={(id) => onChoice(names.find((name) => name.id === id))}
    />
  );
}

const NONE = 'none';
