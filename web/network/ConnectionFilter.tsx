import { TextField } from '../design/TextField.tsx';
import { useText } from '../platform/text.ts';

/** Filter field of a list of connections. Enter does not submit the form around it. */
export function ConnectionFilter({ value, onChange }: { value: string; onChange: (filter: string) => void }) {
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
