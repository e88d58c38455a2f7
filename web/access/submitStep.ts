import { type ErrorText, getErrorText, getRefusalCode, listRefusedFields } from '../platform/errorText.ts';
import { accessErrorText } from './ErrorBanner.tsx';
import { checkEmail, confirmSignUp, sendCode, validateCode } from './signUpData.ts';
import { buildSignUpRequest, type Invitation, type SignUpDraft } from './signUpDraft.ts';
import { findRefusedStep, type SignUpErrors, type SignUpStep } from './signUpErrors.ts';

export type SignUpOutcome = 'requested' | 'coworker' | 'taken' | 'expired';

/** What follows a step: the next one with changes of the draft, the end, or errors on one of the steps. */
export type StepResult =
  | { to: 'next'; changes?: Partial<SignUpDraft> }
  | { to: 'end'; outcome: SignUpOutcome }
  | { to: 'step'; step: SignUpStep; failure?: ErrorText; errors?: SignUpErrors };

interface StepContext {
  draft: SignUpDraft;
  invitation: Invitation | undefined;
  language: string;
  /** Address of the form. */
  page: string;
}

/** Makes the calls that a step needs before the next one. Never rejects: failures are part of the result. */
export const submitStep: Record<SignUpStep, (context: StepContext) => Promise<StepResult>> = {
  you: submitAboutYou,
  verify: submitCode,
  company: submitCompany,
};

/** Text for a code mail that failed (requirement A-SIGNUP-20). */
export function codeErrorText(failure: unknown): ErrorText {
  const code = getRefusalCode(failure);
  return code === 'TOO_MANY_REQUESTS' || code === 'BUSY'
    ? getErrorText(failure)
    : { title: 'error.code-failed-title', message: 'error.generic-message', kind: 'error' };
}

async function submitAboutYou({ draft: { email, codeSentTo }, invitation }: StepContext): Promise<StepResult> {
  // The code already sent to this address stays valid.
  if (codeSentTo === email) return { to: 'next' };
  try {
    await checkEmail(email);
  } catch (failure) {
    if (getRefusalCode(failure) === 'CHECK_EMAIL_FAILED') return { to: 'end', outcome: 'taken' };
    return { to: 'step', step: 'you', failure: getErrorText(failure) };
  }
  if (invitation) return { to: 'next' };
  try {
    await sendCode(email);
  } catch (failure) {
    return { to: 'step', step: 'you', failure: codeErrorText(failure) };
  }
  return { to: 'next', changes: { codeSentTo: email, code: '', email_token: '' } };
}

async function submitCode({ draft: { email, code, email_token } }: StepContext): Promise<StepResult> {
  // A code works once; its token is reused when the person comes back to this step.
  if (email_token !== '') return { to: 'next' };
  try {
    return { to: 'next', changes: { email_token: await validateCode(email, code) } };
  } catch (failure) {
    return getRefusalCode(failure) === 'INVALID_CODE'
      ? { to: 'step', step: 'verify', errors: { code: 'signup.code-invalid' } }
      : { to: 'step', step: 'verify', failure: accessErrorText(failure) };
  }
}

async function submitCompany({ draft, invitation, language, page }: StepContext): Promise<StepResult> {
  try {
    await confirmSignUp(buildSignUpRequest(draft, invitation, { language, page }));
    return { to: 'end', outcome: invitation?.relationship === 'coworker' ? 'coworker' : 'requested' };
  } catch (failure) {
    const code = getRefusalCode(failure);
    if (code === 'INVALID_EMAIL_TOKEN') return { to: 'end', outcome: 'expired' };
    const refused = findRefusedStep(listRefusedFields(failure), draft);
    if (refused) return { to: 'step', ...refused };
    const step = code === 'TERMS_NOT_ACCEPTED' ? 'you' : 'company';
    return { to: 'step', step, failure: accessErrorText(failure) };
  }
}
