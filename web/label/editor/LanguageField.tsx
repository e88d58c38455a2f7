import { parseLanguageTag } from '@promenade/contract/languages';
import { hasWords, PickerField, usePickerFilter } from '../../catalogue/Picker.tsx';
import { Combobox } from '../../design/Combobox.tsx';
import { useText } from '../../platform/text.ts';
import { useTypedText } from '../typedText.ts';
import { formatLanguages, listLanguages } from './languages.ts';

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
  const text = value === '' ? t('label.no-language') : formatLanguages(value);
  return (
    <PickerField label={label} text={text} disabled={disabled}>
      {(close) => (
        <LanguagePicker
          label={label}
          value={value}
          typedKey={typedKey}
          onChange={(language) => {
            close();
            onChange(language);
          }}
        />
      )}
    </PickerField>
  );
}

const NONE = 'none';

function LanguagePicker({ label, value, typedKey, onChange }: Omit<Props, 'disabled'>) {
  const t = useText();
  const { text, setText } = usePickerFilter(useTypedText(typedKey));
  const code = text.trim();
  const languages = listLanguages().filter((language) => hasWords(`${language.name} ${language.code}`, text));
  // Regions, scripts and languages with three letters: `pt-BR`, `yue`.
  const isOther = parseLanguageTag(code) && !languages.some((language) => language.code === code.toLowerCase());
  const name = isOther ? formatLanguages(code) : code;
  return (
    <Combobox
      label={label}
      placeholder={t('label.language-filter')}
      value={text}
      onChange={setText}
      options={[
        ...(value !== '' && code === '' ? [{ id: NONE, text: t('label.no-language') }] : []),
        ...languages.map((language) => ({ id: language.code, text: language.name, note: language.code })),
      ]}
      createOption={isOther && name !== code ? { id: code, text: name, note: code } : undefined}
      onSelect={(id) => {
        setText('');
        onChange(id === NONE ? null : id);
      }}
    />
  );
}
