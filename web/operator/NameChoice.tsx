import type { Named, NameKind } from '@promenade/contract/operatorCatalogue';
import { PickerField, SearchPicker } from '../console/SearchPicker.tsx';
import { useText } from '../platform/text.ts';
import { EVERYONE, useNames } from './namesData.ts';

interface Props {
  kind: NameKind;
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

/** A field that chooses one of all names by a search; never the package that every account holds. */
export function NameChoice({ kind, label, value, placeholder, except = [], isOptional = false, onChange }: Props) {
  const t = useText();
  const useFound = (filter: string) => useNames(kind, { ...(filter && { filter }) });
  const isOffered = (name: string) => !except.includes(name) && !(kind === 'packages' && name === EVERYONE);
  return (
    <PickerField label={label} text={value || placeholder}>
      {(close) => (
        <SearchPicker
          label={label}
          placeholder={t('names.find')}
          useFound={useFound}
          toOption={({ id, name, releases }) =>
            isOffered(name) ? { id, text: name, note: t('names.releases', { count: releases }) } : undefined
          }
          createOption={() => (isOptional && value !== '' ? { id: NONE, text: placeholder } : undefined)}
          empty={t('names.none-found')}
          onSelect={(choice) => {
            close();
            onChange(choice);
          }}
        />
      )}
    </PickerField>
  );
}

const NONE = 'none';
