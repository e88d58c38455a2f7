import { ArrowLeft } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import type { ErrorText } from '../platform/errorText.ts';
import { focusFirst } from '../platform/fieldErrors.ts';
import { paths } from '../platform/paths.ts';
import { language, useText } from '../platform/text.ts';
import { AboutYouStep, type StepProps } from './AboutYouStep.tsx';
import styles from './AccessForm.module.css';
import { termsText } from './accessErrors.ts';
import { CodeStep } from './CodeStep.tsx';
import { CompanyStep } from './CompanyStep.tsx';
import { leaveStep, type SignUpEnd } from './leaveStep.ts';
import type { Invitation, SignUpDraft } from './signUpDraft.ts';
import { aboutYouErrors, codeErrors, companyErrors, type SignUpErrors, type SignUpStep } from './signUpErrors.ts';
import { useSteps } from './useSteps.ts';

interface Props {
  draft: SignUpDraft;
  onDraft: (draft: SignUpDraft) => void;
  invitation: Invitation | undefined;
  onEnd: (end: SignUpEnd) => void;
}

const ALONE: SignUpStep[] = ['you', 'verify', 'company'];
/** The invitation has proven the address. */
const INVITED: SignUpStep[] = ['you', 'company'];

/** The steps of a sign-up, one form each; what was typed stays, whichever way somebody walks. */
export function SignUpWizard({ draft, onDraft, invitation, onEnd }: Props) {
  const t = useText();
  const steps = invitation ? INVITED : ALONE;
  const [at, goTo] = useSteps();
  const step = steps[at] ?? 'you';
  const [errors, setErrors] = useState<SignUpErrors>({});
  const [failure, setFailure] = useState<ErrorText>();
  const [isBusy, setBusy] = useState(false);
  const heading = useHeadingFocus(at);
  const isLast = at === steps.length - 1;

  const change = (changed: Partial<SignUpDraft>) => {
    onDraft({ ...draft, ...changed });
    const names = Object.keys(changed);
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !names.includes(field))));
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const found = errorsOf(step, draft, invitation !== undefined);
    setErrors(found);
    setFailure(found.hasAcceptedTerms && termsText);
    if (Object.keys(found).length > 0) return focusFirst(event.currentTarget, found);
    setBusy(true);
    const page = window.location.origin + paths.signUp;
    const left = await leaveStep[step]({ draft, invitation, language: language(), page });
    setBusy(false);
    if (left.to === 'end') return onEnd(left.end);
    if (left.to === 'next') {
      onDraft({ ...draft, ...left.learnt });
      return goTo(at + 1);
    }
    setErrors(left.errors ?? {});
    setFailure(left.failure);
    goTo(steps.indexOf(left.step));
  };

  const props: StepProps = { draft, errors, onChange: change };
  return (
    <form key={step} className={styles.form} noValidate onSubmit={submit} aria-busy={isBusy}>
      <div className={styles.words}>
        <p className={styles.counter}>{t('signup.step', { step: at + 1, steps: steps.length })}</p>
        <h2 ref={heading} tabIndex={-1} className={styles.heading}>
          {t(`signup.${step}`)}
        </h2>
      </div>
      {step === 'you' && <AboutYouStep {...props} isInvited={invitation !== undefined} />}
      {step === 'verify' && <CodeStep {...props} onResent={() => setFailure(undefined)} />}
      {step === 'company' && <CompanyStep {...props} />}
      {/* Beside the button that was pressed: the form may be longer than the window. */}
      {failure && (
        <Banner kind={failure.kind} title={t(failure.title)}>
          {t(failure.message)}
        </Banner>
      )}
      <div className={styles.actions}>
        {at > 0 && (
          <Button size="large" icon={ArrowLeft} onClick={() => goTo(at - 1)}>
            {t('signup.back')}
          </Button>
        )}
        <Button type="submit" look="primary" size="large" busy={isBusy} wide>
          {isLast ? t(invitation ? 'signup.invited-finish' : 'signup.finish') : t('signup.next')}
        </Button>
      </div>
    </form>
  );
}

function errorsOf(step: SignUpStep, draft: SignUpDraft, isInvited: boolean): SignUpErrors {
  if (step === 'company') return companyErrors(draft);
  if (step === 'verify') return draft.email_token ? {} : codeErrors(draft);
  return aboutYouErrors(draft, isInvited);
}

/** Another step is another page: its heading is read, and seen, first. */
function useHeadingFocus(at: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    heading.current?.focus();
    heading.current?.scrollIntoView?.({ block: 'center' });
  }, [at]);
  return heading;
}
