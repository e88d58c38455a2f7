import { TextField } from '../design/TextField.tsx';
import { useText } from '../platform/text.ts';

/** Finds somebody among many. Enter sends no form that it stands in. */
export function ConnectionFilter({ value, onChange }: { value: string; onChange: (letters: string) => void }) {
  const t = useText();
  return (
    <TextField
      label={t('network.filter')}
      type="search"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}
