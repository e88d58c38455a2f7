import type { ProposedKind } from '@promenade/contract/fields';
import { type ComponentProps, useId } from 'react';
import { TextField } from '../design/TextField.tsx';
import { useText } from '../platform/text.ts';
import { useVocabulary } from './data.ts';

const SEPARATOR = ';';

interface Props extends ComponentProps<typeof TextField> {
  /** Whose vocabulary completes the name that is typed; without a kind or a label nothing does. */
  kind: ProposedKind | undefined;
  labelid: string | null;
  value: string;
}

/** Several names with semicolons between them. The browser offers those of the vocabulary. */
export function NamesField({ kind, labelid, value, ...field }: Props) {
  const t = useText();
  const id = useId();
  const last = value.lastIndexOf(SEPARATOR) + 1;
  const { data } = useVocabulary(labelid, kind, value.slice(last).trim());
  const before = last === 0 ? '' : `${value.slice(0, last)} `;
  return (
    <>
      <TextField {...field} placeholder={t('label.lists-hint')} value={value} list={id} autoComplete="off" />
      <datalist id={id}>
        {data?.items.map((name) => (
          <option key={name}>{before + name}</option>
        ))}
      </datalist>
    </>
  );
}
