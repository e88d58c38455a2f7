import { parseLanguageTag } from '@promenade/contract/languages';
import { PickerField, SearchPicker } from '../../console/SearchPicker.tsx';
import { useTypedText } from '../../console/typedText.ts';
import type { ComboboxOption } from '../../design/Combobox.tsx';
import { useText } from '../../platform/text.ts';
import { formatLanguages, listLanguages } from '../languages.ts';

interface Props {
  label: string;
  /** A code, or another text as delivered; empty: none. */
  value: string;
  disabled: boolean;
  /** Of the text that is typed in the picker, in `useTypedText`. */
  typedKey: string;
  onChange: (language: string | null) => void;
}

/** A language, chosen by its name. */
export function LanguageField({ label, value, disabled, typedKey, onChange }: Props) {
  const t = useText();
  const typed = useTypedText(typedKey);
  const [, setText] = typed;
  const none = { code: '', name: t('label.no-language') };
  const languages = listLanguages();
  const all = value === '' ? languages : [none, ...languages];
  return (
    <PickerField label={label} text={value === '' ? none.name : formatLanguages(value)} disabled={disabled}>
      {(close) => (
        <SearchPicker
          label={label}
          placeholder={t('label.language-filter')}
          typed={typed}
          useFound={() => ({ data: { items: all }, isPlaceholderData: true })}
          toOption={({ code, name }) =>
            code === ''
              ? { id: NONE, text: name, words: '' }
              : { id: code, text: name, note: code, words: `${name} ${code}` }
          }
          createOption={nameOther}
          onSelect={(language) => {
            setText(undefined);
            close();
            onChange((language?.code ?? typed[0]?.trim()) || null);
          }}
        />
      )}
    </PickerField>
  );
}

const NONE = 'none';

/** Regions, scripts and languages with three letters: `pt-BR`, `yue`. */
function nameOther(text: string): ComboboxOption | undefined {
  const code = text.trim();
  if (!parseLanguageTag(code) || listLanguages().some((language) => language.code === code.toLowerCase()))
    return undefined;
  const name = formatLanguages(code);
  return name === code ? undefined : { id: code, text: name, note: code };
}
