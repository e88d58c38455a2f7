import '../testing/render.ts';
import type { AccessClaims } from '@promenade/contract/access';
import { mails } from '@promenade/contract/operator';
import { profile } from '@promenade/contract/profile';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '../platform/paths.ts';
import { startSession } from '../platform/session.ts';
import { Router } from '../router.tsx';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { createAccessToken } from '../testing/tokens.ts';

const LAZY = { timeout: 30_000 };

function open(account: Partial<AccessClaims>): void {
  window.history.replaceState(null, '', `${paths.operator}/mails`);
  startSession({ 'access-token': createAccessToken(1800, account), 'refresh-token': 'r' }, false);
  render(<Router />);
}

beforeEach(() => {
  mockWindowWidth(1440);
  const server = fakeServer();
  server.stall(profile, 'nothing');
  server.answer(mails, { items: [], total: 0, page: 1, pagesize: 40 });
});

test('an operator can open the outbox in the console', { tags: ['A-MAIL-07'], timeout: 40_000 }, async () => {
  open({ operator: true });
  await screen.findByRole('heading', { name: 'Mails and jobs' }, LAZY);
  expect(await screen.findByText('No emails yet.', undefined, LAZY)).toBeDefined();
});

test('other accounts get the page-not-found screen', { tags: ['A-MAIL-07'], timeout: 40_000 }, async () => {
  open({ label_staff: true });
  await screen.findByRole('heading', { name: 'Page not found' }, LAZY);
  expect(screen.queryByText('No emails yet.')).toBeNull();
});
