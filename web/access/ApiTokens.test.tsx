import { apiTokens, createApiToken, revokeApiToken } from '@promenade/contract/tokens';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { ApiTokens } from './ApiTokens.tsx';

// Loads the lazy parts before the tests, outside their timeouts.
beforeAll(() => import('../design/Dialog.tsx'), 60_000);

test('a token is created with the password, shown once, and revoked after a question', {
  tags: ['requirements decision 42'],
}, async () => {
  const tokenid = '00000000-0000-4000-8000-000000000001';
  const dates = { created: '2026-11-01T09:00:00.000Z', expires: '2999-01-30T09:00:00.000Z', used: null };
  const made = { tokenid, name: 'Delivery script', ...dates };
  const server = fakeServer();
  const list = (items: (typeof made)[]) =>
    server.answer(apiTokens, { items, total: items.length, page: 1, pagesize: 40 });
  list([]);
  server.refuse(createApiToken, 'REAUTHENTICATION_REQUIRED');
  const user = renderScreen(withProviders(<ApiTokens />));
  const click = async (name: string) => user.click(await screen.findByRole('button', { name }));
  expect(screen.getByRole('link', { name: 'How to use them' }).getAttribute('href')).toBe('/api/docs');
  await click('Create token');
  const field = await screen.findByLabelText('What is it for?');
  await click('Create token');
  expect(screen.getByText('This field is required')).toBeDefined();
  await user.type(field, 'Delivery script');
  await user.selectOptions(screen.getByLabelText('Expires after'), '365 days');
  await click('Create token');
  await user.type(await screen.findByLabelText('Password'), 'Promenade-1');
  server.answer(createApiToken, { ...made, token: 'promenade_secret' });
  list([made]);
  await click('Create token');
  expect((await screen.findByLabelText<HTMLInputElement>('Delivery script')).value).toBe('promenade_secret');
  const body = { name: 'Delivery script', days: 365, password: 'Promenade-1' };
  expect(server.calls.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual(body);
  await click('Close');
  await screen.findByText('Expires on January 30, 2999 · never used');
  expect(document.body.innerHTML).not.toContain('promenade_secret');
  await click('Revoke Delivery script');
  await screen.findByRole('alertdialog', { name: 'Revoke the token Delivery script?' });
  server.answer(revokeApiToken, undefined);
  list([]);
  await click('Revoke');
  await waitFor(() => expect(screen.queryByText('Delivery script')).toBeNull());
});
