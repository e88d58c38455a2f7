import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startSession } from '../platform/session.ts';
import { renderScreen } from '../testing/render.ts';
import { createAccessToken, NOON } from '../testing/tokens.ts';
import { evaluateBanner, loadBanner, VerificationBanner } from './VerificationBanner.tsx';

const account = (verified: boolean, label_staff: boolean) => ({ verified, label_staff });
const initial = { shouldShow: true, lastClosed: null };
const begin = (verified: boolean) =>
  startSession({ 'access-token': createAccessToken(900, { verified }), 'refresh-token': 'r' }, false);

test('only accounts that are neither verified nor label staff see the banner', {
  tags: ['A-BANNER-01', 'A-BANNER-02', 'A-ROLE-05', 'C-MODAL-07'],
}, () => {
  const shows = (verified: boolean, staff: boolean) =>
    evaluateBanner(account(verified, staff), initial, NOON).shouldShow;
  expect([shows(false, false), shows(true, false), shows(false, true), shows(true, true)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a closed banner comes back after three days', {
  tags: ['A-BANNER-04', 'A-BANNER-06', 'A-CONST-13', 'C-MODAL-08', 'C-MODAL-09'],
}, () => {
  const after = (ms: number) =>
    evaluateBanner(account(false, false), { shouldShow: false, lastClosed: NOON }, NOON + ms).shouldShow;
  const threeDays = 3 * 24 * 3600 * 1000;
  expect([after(threeDays - 1), after(threeDays)]).toEqual([false, true]);
});

test('closing hides the banner and stores the time', {
  tags: ['A-BANNER-03', 'A-BANNER-05', 'A-SESSION-22', 'C-MODAL-08'],
}, async () => {
  begin(false);
  const user = renderScreen(<VerificationBanner />);
  const banner = screen.getByRole('status');
  expect(banner.textContent).toContain('Verification Pending');
  // The account has been approved: only its verification is open.
  expect(banner.textContent).toContain('You can hear and download everything');
  expect(banner.textContent).not.toContain('under review');
  expect(loadBanner('player-1')).toEqual({ shouldShow: true, lastClosed: null });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('status')).toBeNull();
  const stored = JSON.parse(localStorage.getItem('verificationBannerData') ?? '');
  expect(stored).toEqual({ shouldShow: false, lastClosed: expect.any(Number), account: 'player-1' });
  expect(loadBanner('player-2')).toEqual(initial);
});

test('a verified account sees nothing', { tags: ['A-BANNER-02'] }, () => {
  begin(true);
  renderScreen(<VerificationBanner />);
  expect(screen.queryByRole('status')).toBeNull();
});

test('unreadable stored data counts as none', { tags: ['A-BANNER-06'] }, () => {
  localStorage.setItem('verificationBannerData', '{');
  expect(loadBanner('player-1')).toEqual(initial);
});
