import { type ErrorText, errorText, refusalCode, refusedFields } from '../platform/errorText.ts';
import { accessErrorText } from './accessErrors.ts';
import { checkEmail, confirmSignUp, sendCode, validateCode } from './signUpData.ts';
import { confirmBody, type Invitation, type SignUpDraft } from './signUpDraft.ts';
import { refusedStep, type SignUpErrors, type SignUpStep } from './signUpErrors.ts';

/** How a sign-up ends. */
export type SignUpEnd = 'requested' | 'coworker' | 'taken' | 'expired';

/** What follows from leaving a step: the next one with what was learnt, an end, or words on a step. */
export type Left =
  | { to: 'next'; learnt?: Partial<SignUpDraft> }
  | { to: 'end'; end: SignUpEnd }
  | { to: 'step'; step: SignUpStep; failure?: ErrorText; errors?: SignUpErrors };

/** Where the form is, and whose it is. */
export interface Leaving {
  draft: SignUpDraft;
  invitation: Invitation | undefined;
  language: string;
  /** Address of the form. */
  page: string;
}

/** Asks the server what a step needs before it is left; every failure comes back as words. */
export const leaveStep: Record<SignUpStep, (leaving: Leaving) => Promise<Left>> = {
  you: leaveYou,
  verify: leaveVerify,
  company: leaveCompany,
};

/** What a failed code mail says (A-SIGNUP-20). */
export const codeFailure = (failure: unknown): ErrorText =>
  refusalCode(failure) === 'TOO_MANY_REQUESTS'
    ? accessErrorText(failure)
    : { title: 'error.code-failed-title', message: 'error.generic-message', kind: 'error' };

async function leaveYou({ draft: { email, codeSentTo }, invitation }: Leaving): Promise<Left> {
  // The code that is on its way is good for this address.
  if (codeSentTo === email) return { to: 'next' };
  try {
    await checkEmail(email);
  } catch (failure) {
    if (refusalCode(failure) === 'CHECK_EMAIL_FAILED') return { to: 'end', end: 'taken' };
    return { to: 'step', step: 'you', failure: errorText(failure) };
  }
  if (invitation) return { to: 'next' };
  try {
    await sendCode(email);
  } catch (failure) {
    return { to: 'step', step: 'you', failure: codeFailure(failure) };
  }
  return { to: 'next', learnt: { codeSentTo: email, code: '', email_token: '' } };
}

async function leaveVerify({ draft: { email, code, email_token } }: Leaving): Promise<Left> {
  // A code is good once: whoever comes back to this step has the proof already.
  if (email_token !== '') return { to: 'next' };
  try {
    return { to: 'next', learnt: { email_token: await validateCode(email, code) } };
  } catch (failure) {
    return refusalCode(failure) === 'INVALID_CODE'
      ? { to: 'step', step: 'verify', errors: { code: 'signup.code-invalid' } }
      : { to: 'step', step: 'verify', failure: accessErrorText(failure) };
  }
}

async function leaveCompany({ draft, invitation, language, page }: Leaving): Promise<Left> {
  try {
    await confirmSignUp(confirmBody(draft, invitation, { language, page }));
    return { to: 'end', end: invitation?.relationship === 'coworker' ? 'coworker' : 'requested' };
  } catch (failure) {
    const code = refusalCode(failure);
    if (code === 'INVALID_EMAIL_TOKEN') return { to: 'end', end: 'expired' };
    const refused = refusedStep(refusedFields(failure), draft);
    if (refused) return { to: 'step', ...refused };
    const step = code === 'TERMS_NOT_ACCEPTED' ? 'you' : 'company';
    return { to: 'step', step, failure: accessErrorText(failure) };
  }
}
