import { Checkbox } from '../design/Checkbox.tsx';
import { useText } from '../platform/text.ts';
import styles from './Person.module.css';
import { usePackageNames } from './peopleData.ts';

interface Props {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The packages that an account can be given or lose. */
export function PackageChoice({ chosen, onChange }: Props) {
  const t = useText();
  const { data = [] } = usePackageNames();
  return (
    <fieldset className={styles.packages}>
      <legend>{t('operator.packages')}</legend>
      {data.map((name) => (
        <Checkbox
          key={name}
          label={name}
          checked={chosen.includes(name)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
    </fieldset>
  );
}
