import { LINE_MAX, URL_MAX } from '@promenade/contract/limits';
import { mediaTypes, reportSources } from '@promenade/contract/signUp';
import { Plus } from 'lucide-react';
import { Button } from '../design/Button.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { type TextKey, useText } from '../platform/text.ts';
import type { StepProps } from './AboutYouStep.tsx';
import styles from './AccessForm.module.css';
import { FormatFields } from './FormatFields.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { useFocusFollows } from './useFocusFollows.ts';

/** Other industries see the fields of radio too, and may leave them empty (A-SIGNUP-38). */
const RADIO_FIELDS_FOR_ALL = true;

/** Where somebody works; radio is asked whom it reports to, the press what kind of medium it is. */
export function CompanyStep({ draft, errors, onChange }: StepProps) {
  const t = useText();
  const website = useFocusFollows(draft.web_site === undefined ? 0 : 1);
  const isRadio = draft.industry === 'radio';
  const errorOf = (field: keyof typeof errors) => errors[field] && t(errors[field]);
  const optional = (label: TextKey, isOptional: boolean) =>
    isOptional ? t('signup.optional', { label: t(label) }) : t(label);
  return (
    <>
      <input type="hidden" name="industry" value={draft.industry} />
      <TextField
        label={t('signup.company-name')}
        name="group_owner"
        autoComplete="organization"
        maxLength={LINE_MAX}
        value={draft.group_owner}
        onChange={(event) => onChange({ group_owner: event.target.value })}
        error={errorOf('group_owner')}
        required
      />
      <div ref={website} className={styles.group}>
        {draft.web_site === undefined ? (
          <Button size="small" icon={Plus} className={styles.add} onClick={() => onChange({ web_site: '' })}>
            {t('signup.add-website')}
          </Button>
        ) : (
          <TextField
            label={optional('signup.website', true)}
            name="web_site"
            autoComplete="url"
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={URL_MAX}
            value={draft.web_site}
            onChange={(event) => onChange({ web_site: event.target.value })}
            error={errorOf('web_site')}
          />
        )}
      </div>
      <PlaceFields
        value={draft}
        errors={errors}
        onChange={({ country, state, city }) => onChange({ country, state, city })}
      />
      {(isRadio || RADIO_FIELDS_FOR_ALL) && (
        <>
          <Select
            label={optional('signup.reporting', !isRadio)}
            name="reporting"
            value={draft.reporting}
            options={reportSources.map(same)}
            placeholder={t('signup.choose')}
            onChange={(event) => onChange({ reporting: event.target.value })}
            error={errorOf('reporting')}
            required={isRadio}
          />
          <TextField
            label={optional('signup.call-letter', !isRadio)}
            name="call_letter"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={LINE_MAX}
            value={draft.call_letter}
            onChange={(event) => onChange({ call_letter: event.target.value })}
            error={errorOf('call_letter')}
            required={isRadio}
          />
        </>
      )}
      <FormatFields draft={draft} errors={errors} onChange={onChange} />
      {draft.industry === 'press-publicity-media' && (
        <Select
          label={optional('signup.media-type', true)}
          name="media_type"
          value={draft.media_type}
          options={mediaTypes.map(same)}
          placeholder={t('signup.choose')}
          onChange={(event) => onChange({ media_type: event.target.value })}
          error={errorOf('media_type')}
        />
      )}
    </>
  );
}

const same = (value: string) => ({ value, text: value });
