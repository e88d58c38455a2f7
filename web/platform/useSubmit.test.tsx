import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render.ts';
import { ApiError } from './request.ts';
import { useSubmit } from './useSubmit.ts';

interface Props {
  validate?: () => { name?: string };
  send: () => Promise<unknown>;
  errorsOf?: () => { name?: string };
}

function Form(props: Props) {
  const { submit, isBusy, failure, errors } = useSubmit(props);
  return (
    <form noValidate onSubmit={submit} aria-label="form" aria-busy={isBusy}>
      <input name="other" />
      <input name="name" />
      <p>{errors.name}</p>
      {failure instanceof Error && <p role="alert">{failure.message}</p>}
    </form>
  );
}

const submit = () => fireEvent.submit(screen.getByRole('form'));
const focusedField = () => document.activeElement?.getAttribute('name');

test('an invalid field shows its error and gets the focus, and nothing is sent', () => {
  const send = vi.fn<() => Promise<void>>();
  renderScreen(<Form validate={() => ({ name: 'is missing' })} send={send} />);
  submit();
  expect(screen.getByText('is missing')).toBeTruthy();
  expect(focusedField()).toBe('name');
  expect(send).not.toHaveBeenCalled();
});

test('a form is busy while it is sent and is not sent twice', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const send = vi.fn<() => Promise<void>>(() => promise);
  renderScreen(<Form send={send} />);
  submit();
  submit();
  expect(send).toHaveBeenCalledOnce();
  expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('true');
  resolve();
  await vi.waitFor(() => expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('false'));
});

test('a failure is shown until the next submission, and its fields are marked', async () => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue();
  const offline = new ApiError('NO_ANSWER', 0, 'no connection');
  const send = vi.fn<() => Promise<void>>().mockRejectedValueOnce(offline).mockResolvedValue();
  renderScreen(<Form send={send} errorsOf={() => ({ name: 'is taken' })} />);
  submit();
  expect(await screen.findByText('no connection')).toBeTruthy();
  expect(screen.getByText('is taken')).toBeTruthy();
  expect(focusedField()).toBe('name');
  submit();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('is taken')).toBeNull();
  consoleError.mockRestore();
});

test('an unexpected failure is logged, a refusal is not', async () => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue();
  const refusal = new ApiError('VALIDATION', 400, 'a refusal');
  const serverError = new ApiError('UNEXPECTED', 500, 'a server error');
  const send = vi.fn<() => Promise<void>>().mockRejectedValueOnce(refusal).mockRejectedValueOnce(serverError);
  renderScreen(<Form send={send} />);
  submit();
  expect(await screen.findByText('a refusal')).toBeTruthy();
  expect(consoleError).not.toHaveBeenCalled();
  submit();
  expect(await screen.findByText('a server error')).toBeTruthy();
  expect(consoleError).toHaveBeenCalledWith('Could not submit the form', serverError);
  consoleError.mockRestore();
});
