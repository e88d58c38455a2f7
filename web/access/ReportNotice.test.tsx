import { refresh } from '@promenade/contract/access';
import { confirmTold } from '@promenade/contract/profile';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startSession } from '../platform/session.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { createAccessToken } from '../testing/tokens.ts';
import { ReportNotice } from './ReportNotice.tsx';

const tokens = (told: boolean) => ({ 'access-token': createAccessToken(1800, { told }), 'refresh-token': 'r' });

test('an account is told once what labels see, with a link to it; OK is stored', {
  tags: ['requirements decision 35'],
}, async () => {
  const server = fakeServer();
  server.answer(confirmTold, undefined);
  server.answer(refresh, tokens(true));
  startSession(tokens(false), false);
  const user = renderScreen(withProviders(<ReportNotice />));
  expect(screen.getByRole('status').textContent).toContain('Labels see which of their releases you open');
  expect(screen.getByRole('link', { name: 'See what labels see' }).getAttribute('href')).toBe(
    '/account/what-labels-see',
  );
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(server.calls.map(({ path }) => path)).toContain('/api/profile/told');
});
