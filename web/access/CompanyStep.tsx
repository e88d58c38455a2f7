import { EXTRA_FORMATS_MAX, LINE_MAX, URL_MAX } from '@promenade/contract/limits';
import { mediaTypes, reportFormats, reportSources } from '@promenade/contract/signUp';
import { Plus, X } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { type TextKey, useText } from '../platform/text.ts';
import { type StepProps, useStepInputs } from './AboutYouStep.tsx';
import styles from './AccessForm.module.css';
import { AddressFields } from './AddressFields.tsx';

/** Other industries see the fields of radio too and may leave them empty (requirement A-SIGNUP-38). */
const RADIO_FIELDS_FOR_ALL = true;
const extraFormatNames = ['secondary_format', 'additional_format'] as const;

/** Company and address; for radio the reporting sources, for the press the media type. */
export function CompanyStep(step: StepProps) {
  const { draft, errors, onChange } = step;
  const t = useText();
  const website = useFocusNewField(draft.web_site === undefined ? 0 : 1);
  const isRadio = draft.industry === 'radio';
  const getInputProps = useStepInputs(step);
  const getLabel = (label: TextKey, isOptional = true) =>
    isOptional ? t('signup.optional', { label: t(label) }) : t(label);
  return (
    <>
      <input type="hidden" name="industry" value={draft.industry} />
      <TextField
        {...getInputProps('group_owner')}
        label={t('signup.company-name')}
        autoComplete="organization"
        maxLength={LINE_MAX}
        required
      />
      <div ref={website} className={styles.group}>
        {draft.web_site === undefined ? (
          <Button size="small" icon={Plus} className={styles.add} onClick={() => onChange({ web_site: '' })}>
            {t('signup.add-website')}
          </Button>
        ) : (
          <TextField
            {...getInputProps('web_site')}
            label={getLabel('signup.website')}
            autoComplete="url"
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={URL_MAX}
          />
        )}
      </div>
      <AddressFields
        value={draft}
        errors={errors}
        onChange={({ country, state, city }) => onChange({ country, state, city })}
      />
      {(isRadio || RADIO_FIELDS_FOR_ALL) && (
        <>
          <Select
            {...getInputProps('reporting')}
            label={getLabel('signup.reporting', !isRadio)}
            options={reportSources.map(toOption)}
            placeholder={t('signup.choose')}
            required={isRadio}
          />
          <TextField
            {...getInputProps('call_letter')}
            label={getLabel('signup.call-letter', !isRadio)}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={LINE_MAX}
            required={isRadio}
          />
        </>
      )}
      <Select
        {...getInputProps('primary_format')}
        label={t('signup.primary-format')}
        options={reportFormats.map(toOption)}
        placeholder={t('signup.choose')}
        required
      />
      <ExtraFormats {...step} />
      {draft.industry === 'press-publicity-media' && (
        <Select
          {...getInputProps('media_type')}
          label={getLabel('signup.media-type')}
          options={mediaTypes.map(toOption)}
          placeholder={t('signup.choose')}
        />
      )}
      <p className={styles.lead}>{t('signup.labels-see')}</p>
    </>
  );
}

/** Up to two more formats (requirement A-CONST-05). */
function ExtraFormats({ draft: { extraFormats }, errors, onChange }: StepProps) {
  const t = useText();
  const group = useFocusNewField(extraFormats.length);
  const setFormats = (formats: string[]) => onChange({ extraFormats: formats });
  return (
    <div ref={group} className={styles.group}>
      {extraFormatNames.slice(0, extraFormats.length).map((name, index) => (
        <div key={name} className={styles.withButton}>
          <Select
            label={t('signup.extra-format', { number: index + 1 })}
            name={name}
            value={extraFormats[index]}
            options={reportFormats.map(toOption)}
            placeholder={t('signup.choose')}
            onChange={(event) => setFormats(extraFormats.with(index, event.target.value))}
            error={errors[name] && t(errors[name])}
          />
          <IconButton
            icon={X}
            label={t('signup.remove-format', { number: index + 1 })}
            onClick={() => setFormats(extraFormats.toSpliced(index, 1))}
          />
        </div>
      ))}
      {extraFormats.length < EXTRA_FORMATS_MAX && (
        <Button size="small" icon={Plus} className={styles.add} onClick={() => setFormats([...extraFormats, ''])}>
          {t('signup.add-format')}
        </Button>
      )}
    </div>
  );
}

const toOption = (value: string) => ({ value, text: value });

/** Focuses a field that was added to the group; after a removal the last button of the group. */
function useFocusNewField(count: number): RefObject<HTMLDivElement | null> {
  const group = useRef<HTMLDivElement>(null);
  const previousCount = useRef(count);
  useEffect(() => {
    const isAdded = count > previousCount.current;
    if (count === previousCount.current) return;
    previousCount.current = count;
    const elements = group.current?.querySelectorAll<HTMLElement>(isAdded ? 'input, select' : 'button');
    elements?.item(elements.length - 1).focus();
  }, [count]);
  return group;
}
