import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { getRefusalText } from './errorText.ts';
import { focusFirstError } from './focus.ts';
import { logError } from './logError.ts';

interface Submission<Errors extends object> {
  /** Field errors found before anything is sent, in the order of the fields; empty when there are none. */
  validate?: () => Errors;
  /** Sends the form and goes on. What it throws becomes `failure`. */
  send: () => Promise<unknown>;
  /** Field errors of a failed `send`. */
  errorsOf?: (failure: unknown) => Errors;
}

/**
 * Submits a form once at a time: shows the field errors, focuses the first of them, else sends and keeps the failure.
 * `hasTried` tells whether there was a submission. A button without a form calls `submit` without an event.
 */
export function useSubmit<Errors extends object = object>({ validate, send, errorsOf }: Submission<Errors>) {
  const [errors, setErrors] = useState({} as Errors);
  const [failure, setFailure] = useState<unknown>();
  const [status, setStatus] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [hasTried, setTried] = useState(false);

  const submit = async (event?: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event?.preventDefault();
    if (status === 'busy') return;
    const form = event?.currentTarget;
    // Screen readers announce the error with the field only when it is rendered before the focus moves.
    const showErrors = (fieldErrors: Errors) => {
      flushSync(() => setErrors(fieldErrors));
      if (form) focusFirstError(form, fieldErrors);
    };
    setTried(true);
    setFailure(undefined);
    const invalid = validate?.();
    if (invalid && Object.keys(invalid).length > 0) return showErrors(invalid);
    setErrors({} as Errors);
    setStatus('busy');
    try {
      await send();
      setStatus('sent');
    } catch (error) {
      if (getRefusalText(error) === undefined) logError('Could not submit the form', error);
      setStatus('idle');
      setFailure(error);
      if (errorsOf) showErrors(errorsOf(error));
    }
  };
  return { submit, isBusy: status === 'busy', isSent: status === 'sent', failure, errors, setErrors, hasTried };
}
