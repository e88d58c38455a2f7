import { Select } from '../design/Select.tsx';
import { useText } from '../platform/text.ts';

interface Props<Name extends string> {
  params: { query: Partial<Record<Name, string>>; set: (values: Record<string, string>) => void };
  /** The parameter of the address. */
  name: Name;
  label: string;
  options: { value: string; text: string }[];
  /** What no value means; everything by default. */
  all?: string;
}

/** A filter of a list: one of some values, or none. */
export function ListFilter<Name extends string>(props: Props<Name>) {
  const { params, name, label, options, all } = props;
  const t = useText();
  return (
    <Select
      label={label}
      value={params.query[name] ?? ''}
      placeholder={all ?? t('operator.all')}
      options={options}
      onChange={({ target }) => params.set({ [name]: target.value, page: '' })}
    />
  );
}
