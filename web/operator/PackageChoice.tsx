import { useState } from 'react';
import { Checkbox } from '../design/Checkbox.tsx';
import { useText } from '../platform/text.ts';
import details from './details.module.css';
import { NameChoice } from './NameChoice.tsx';
import { EVERYONE, useNames } from './namesData.ts';

interface Props {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** More packages are found by a search. */
const SHOWN = 20;

/** The packages that an account can be given or lose. */
export function PackageChoice({ chosen, onChange }: Props) {
  const t = useText();
  const { data } = useNames('packages', { pagesize: SHOWN });
  // One that is taken away stays, and with it the focus.
  const [former, setFormer] = useState<string[]>([]);
  const first = data?.items.map(({ name }) => name).filter((name) => name !== EVERYONE) ?? [];
  const names = [...new Set([...first, ...former, ...chosen])];
  const change = (next: string[]) => {
    setFormer(names);
    onChange(next);
  };
  return (
    <>
      <fieldset className={details.packages}>
        <legend>{t('operator.packages')}</legend>
        {names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              change(target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
          />
        ))}
      </fieldset>
      {data && data.total > data.items.length && (
        <NameChoice
          kind="packages"
          label={t('names.another-package')}
          value=""
          placeholder={t('names.choose-package')}
          except={names}
          onChange={(choice) => choice && change([...chosen, choice.name])}
        />
      )}
    </>
  );
}
