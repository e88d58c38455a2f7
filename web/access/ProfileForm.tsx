import type { Profile } from '@promenade/contract/profile';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../design/Button.tsx';
import { Question } from '../design/Question.tsx';
import { refusedFields } from '../platform/errorText.ts';
import { focusFirst } from '../platform/fieldErrors.ts';
import { leaveAnyway, stay, useHold, useLeaving, useUnloadWarning, whenFree } from '../platform/leaving.ts';
import { logged } from '../platform/logged.ts';
import { notify } from '../platform/notices.ts';
import { chooseLanguage } from '../platform/settingStore.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { useSaveProfile } from './accountData.ts';
import { ProfileInputs } from './ProfileInputs.tsx';
import { formOf, type ProfileErrors, profileErrors, profileFields, refusedErrors } from './profileFields.ts';

/** The profile to change; what is not saved is not lost without a question. */
export function ProfileForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  // The cache shows a save before it is certain: what counts as changed is measured at what was here before.
  const [before] = useState(() => formOf(profile));
  const [values, setValues] = useState(before);
  const [errors, setErrors] = useState<ProfileErrors>({});
  const { mutateAsync, isPending } = useSaveProfile();
  useHold(profileFields.some((field) => values[field] !== before[field]));
  useUnloadWarning();

  const show = (found: ProfileErrors) => {
    flushSync(() => setErrors(found));
    if (form.current) focusFirst(form.current, found);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending) return;
    const found = profileErrors(values);
    show(found);
    if (Object.keys(found).length > 0) return;
    try {
      await mutateAsync(values);
    } catch (refused) {
      notify({ category: 'somethingWrong' });
      return show(refusedErrors(values, refusedFields(refused)));
    }
    notify({ category: 'profileUpdated' });
    if (values.language !== before.language) chooseLanguage(values.language).catch(notSpoken);
    onDone();
  };

  return (
    <form ref={form} className={styles.panel} noValidate aria-label={t('profile.edit')} onSubmit={submit}>
      <ProfileInputs values={values} errors={errors} onChange={setValues} />
      <div className={styles.answers}>
        <Button look="plain" onClick={() => whenFree(onDone)}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" look="primary" busy={isPending}>
          {t('profile.save')}
        </Button>
      </div>
      <UnsavedQuestion />
    </form>
  );
}

function UnsavedQuestion() {
  const t = useText();
  const isAsked = useLeaving(({ go }) => go !== undefined);
  if (!isAsked) return null;
  return (
    <Question
      title={t('profile.unsaved-title')}
      message={t('profile.unsaved-message')}
      yes={t('profile.leave')}
      no={t('profile.stay')}
      onYes={leaveAnyway}
      onNo={stay}
    />
  );
}

const notSpoken = (failure: unknown): void => logged('The texts of the chosen language could not be read', failure);
