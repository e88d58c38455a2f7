import { ListColumn, type ListFormat, Naming, namePlaceholders } from '@promenade/contract/downloads';
import { AudioFormat } from '@promenade/contract/fields';
import { LINE_MAX, URL_MAX } from '@promenade/contract/limits';
import { Checkbox } from '../design/Checkbox.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { useText } from '../platform/text.ts';
import styles from './NamingFields.module.css';
import { useDownloadFormats } from './optionsData.ts';

interface Props {
  naming: Naming;
  /** The kind of list, of which some need more. */
  list: ListFormat | null;
  errors: NamingErrors;
  onChange: (naming: Naming) => void;
}

export type NamingErrors = { [Field in 'pattern' | 'folder']?: true };

/** The fields with an unknown placeholder, and an empty pattern. */
export function findNamingErrors(naming: Naming): NamingErrors {
  const { pattern, folder } = Naming.shape;
  return {
    ...(!pattern.safeParse(naming.pattern).success && { pattern: true }),
    ...(!folder.safeParse(naming.folder).success && { folder: true }),
  };
}

const LETTERS = ['plain', 'ascii', 'short'] as const;

/** Fields of a form: the format, names and folders of the files, and what only some kinds of lists need. */
export function NamingFields({ naming, list, errors, onChange }: Props) {
  const t = useText();
  const formats = useDownloadFormats();
  const { format, pattern, folder, letters, first, last, place, columns } = naming;
  const change = (changed: Partial<Naming>) => onChange({ ...naming, ...changed });
  const isNumbered = `${pattern}${folder}`.includes('{number}');
  const numberField = (name: 'first' | 'last', value: number) => (
    <TextField
      label={t(`lists.${name}`)}
      name={name}
      inputMode="numeric"
      value={String(value)}
      onChange={({ target }) => change({ [name]: Number(target.value.replace(/\D/g, '').slice(0, 8)) })}
    />
  );
  return (
    <>
      <Select
        label={t('lists.format')}
        value={formats.includes(format) ? format : 'wav'}
        options={formats.map((value) => ({ value, text: value.toUpperCase() }))}
        onChange={({ target }) => change({ format: AudioFormat.parse(target.value) })}
      />
      <TextField
        label={t('lists.pattern')}
        name="pattern"
        value={pattern}
        error={errors.pattern ? t('lists.wrong-pattern') : ''}
        maxLength={LINE_MAX}
        onChange={({ target }) => change({ pattern: target.value })}
      />
      <p className={styles.hint}>
        {t('lists.placeholders', { names: namePlaceholders.map((name) => `{${name}}`).join(' ') })}
      </p>
      <TextField
        label={t('lists.folder')}
        name="folder"
        value={folder}
        error={errors.folder ? t('lists.wrong-pattern') : ''}
        maxLength={LINE_MAX}
        onChange={({ target }) => change({ folder: target.value })}
      />
      <Select
        label={t('lists.letters')}
        value={letters}
        options={LETTERS.map((value) => ({ value, text: t(`lists.letters-${value}`) }))}
        onChange={({ target }) => change({ letters: LETTERS.find((value) => value === target.value) ?? 'plain' })}
      />
      {isNumbered && (
        <div className={styles.numbers}>
          {numberField('first', first)}
          {numberField('last', last)}
        </div>
      )}
      {(list === 'xml' || list === 'nml') && (
        <TextField
          label={t('lists.place')}
          name="place"
          value={place}
          maxLength={URL_MAX}
          onChange={({ target }) => change({ place: target.value })}
        />
      )}
      {list === 'csv' && (
        <fieldset className={styles.columns}>
          <legend>{t('lists.columns')}</legend>
          {ListColumn.options.map((column) => (
            <Checkbox
              key={column}
              label={t(`lists.column-${column}`)}
              checked={columns.includes(column)}
              onChange={({ target }) =>
                change({
                  columns: target.checked ? [...columns, column] : columns.filter((other) => other !== column),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
