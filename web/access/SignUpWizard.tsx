import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../design/Button.tsx';
import type { ErrorText } from '../platform/errorText.ts';
import { paths } from '../platform/paths.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { AboutYouStep, type StepProps } from './AboutYouStep.tsx';
import styles from './AccessForm.module.css';
import { CodeStep } from './CodeStep.tsx';
import { CompanyStep } from './CompanyStep.tsx';
import { ErrorBanner, termsErrorText } from './ErrorBanner.tsx';
import type { Invitation, SignUpDraft } from './signUpDraft.ts';
import {
  type SignUpErrors,
  type SignUpStep,
  validateAboutYouStep,
  validateCodeStep,
  validateCompanyStep,
} from './signUpErrors.ts';
import { type SignUpOutcome, submitStep } from './submitStep.ts';

interface Props {
  draft: SignUpDraft;
  onDraft: (draft: SignUpDraft) => void;
  invitation: Invitation | undefined;
  onEnd: (outcome: SignUpOutcome) => void;
}

const allSteps: SignUpStep[] = ['you', 'verify', 'company'];
/** An invitation has verified the address. */
const invitedSteps: SignUpStep[] = ['you', 'company'];

/** The sign-up form, one step at a time. The draft survives going back and forth. */
export function SignUpWizard({ draft, onDraft, invitation, onEnd }: Props) {
  const t = useText();
  const steps = invitation ? invitedSteps : allSteps;
  const [index, goTo] = useHistorySteps();
  const step = steps[index] ?? 'you';
  const [errorText, setErrorText] = useState<ErrorText>();
  const heading = useHeadingFocus(index);
  const isLast = index === steps.length - 1;

  const { submit, isBusy, errors, setErrors } = useSubmit<SignUpErrors>({
    validate: () => {
      const invalid = validateStep(step, draft, invitation !== undefined);
      setErrorText(invalid.hasAcceptedTerms && termsErrorText);
      return invalid;
    },
    send: async () => {
      const page = window.location.origin + paths.signUp;
      const result = await submitStep[step]({ draft, invitation, language: getLanguage(), page });
      if (result.to === 'end') return onEnd(result.outcome);
      if (result.to === 'next') {
        onDraft({ ...draft, ...result.changes });
        return goTo(index + 1);
      }
      setErrors(result.errors ?? {});
      setErrorText(result.failure);
      goTo(steps.indexOf(result.step));
    },
  });
  const change = (changed: Partial<SignUpDraft>) => {
    onDraft({ ...draft, ...changed });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in changed))));
  };

  const stepProps: StepProps = { draft, errors, onChange: change };
  return (
    <form key={step} className={styles.form} noValidate onSubmit={submit} aria-busy={isBusy}>
      <div className={styles.words}>
        <p className={styles.counter}>{t('signup.step', { step: index + 1, steps: steps.length })}</p>
        <h2 ref={heading} tabIndex={-1} className={styles.heading}>
          {t(`signup.${step}`)}
        </h2>
      </div>
      {step === 'you' && <AboutYouStep {...stepProps} isInvited={invitation !== undefined} />}
      {step === 'verify' && <CodeStep {...stepProps} onResent={() => setErrorText(undefined)} />}
      {step === 'company' && <CompanyStep {...stepProps} />}
      {/* Next to the submit button: the form may be taller than the window. */}
      {errorText && <ErrorBanner text={errorText} />}
      <div className={styles.actions}>
        {index > 0 && (
          <Button size="large" icon={ArrowLeft} onClick={() => goTo(index - 1)}>
            {t('signup.back')}
          </Button>
        )}
        <Button type="submit" variant="primary" size="large" busy={isBusy} fullWidth>
          {isLast ? t(invitation ? 'signup.invited-finish' : 'signup.finish') : t('signup.next')}
        </Button>
      </div>
    </form>
  );
}

function validateStep(step: SignUpStep, draft: SignUpDraft, isInvited: boolean): SignUpErrors {
  if (step === 'company') return validateCompanyStep(draft);
  if (step === 'verify') return draft.email_token ? {} : validateCodeStep(draft);
  return validateAboutYouStep(draft, isInvited);
}

/** Steps as entries of the browser history, from 0. A reload clears the draft and starts at the first step. */
function useHistorySteps(): [index: number, goTo: (step: number) => void] {
  const navigate = useNavigate();
  const location = useLocation();
  const page = location.pathname + location.search;
  const historyStep = (location.state as { step?: number } | null)?.step ?? 0;
  const [reached, setReached] = useState(0);
  const index = Math.min(historyStep, reached);
  useEffect(() => {
    if (historyStep > 0) void navigate(page, { replace: true, state: null });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the state that an earlier visit left
  }, []);
  const goTo = (step: number) => {
    setReached(Math.max(reached, step));
    if (step < index) void navigate(step - index);
    else if (step > index) void navigate(page, { state: { step } });
  };
  return [index, goTo];
}

/** Focuses the heading of the next step, so that it is announced and in view. */
function useHeadingFocus(index: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousIndex = useRef(index);
  useEffect(() => {
    if (previousIndex.current === index) return;
    previousIndex.current = index;
    heading.current?.focus();
    heading.current?.scrollIntoView?.({ block: 'center' });
  }, [index]);
  return heading;
}
