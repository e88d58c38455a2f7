import { EXTRA_FORMATS_MAX } from '@promenade/contract/limits';
import { reportFormats } from '@promenade/contract/signUp';
import { Plus, X } from 'lucide-react';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Select } from '../design/Select.tsx';
import { useText } from '../platform/text.ts';
import type { StepProps } from './AboutYouStep.tsx';
import styles from './AccessForm.module.css';
import { useFocusFollows } from './useFocusFollows.ts';

const options = reportFormats.map((value) => ({ value, text: value }));
const names = ['secondary_format', 'additional_format'] as const;

/** The format of a station or medium, and up to two more (A-CONST-05). */
export function FormatFields({ draft: { primary_format, extraFormats }, errors, onChange }: StepProps) {
  const t = useText();
  const group = useFocusFollows(extraFormats.length);
  const put = (extraFormats: string[]) => onChange({ extraFormats });
  const errorOf = (field: keyof typeof errors) => errors[field] && t(errors[field]);
  return (
    <>
      <Select
        label={t('signup.primary-format')}
        name="primary_format"
        value={primary_format}
        options={options}
        placeholder={t('signup.choose')}
        onChange={(event) => onChange({ primary_format: event.target.value })}
        error={errorOf('primary_format')}
        required
      />
      <div ref={group} className={styles.group}>
        {names.slice(0, extraFormats.length).map((name, place) => (
          <div key={name} className={styles.withButton}>
            <Select
              label={t('signup.extra-format', { number: place + 1 })}
              name={name}
              value={extraFormats[place]}
              options={options}
              placeholder={t('signup.choose')}
              onChange={(event) => put(extraFormats.with(place, event.target.value))}
              error={errorOf(name)}
            />
            <IconButton
              icon={X}
              label={t('signup.remove-format', { number: place + 1 })}
              onClick={() => put(extraFormats.toSpliced(place, 1))}
            />
          </div>
        ))}
        {extraFormats.length < EXTRA_FORMATS_MAX && (
          <Button size="small" icon={Plus} className={styles.add} onClick={() => put([...extraFormats, ''])}>
            {t('signup.add-format')}
          </Button>
        )}
      </div>
    </>
  );
}
