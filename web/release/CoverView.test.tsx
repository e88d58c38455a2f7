import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockDialogs } from '../testing/browserMocks.ts';
import { createRelease } from '../testing/releases.ts';
import { renderScreen } from '../testing/render.ts';
import { CoverView } from './CoverView.tsx';

beforeEach(mockDialogs);

const view = () => screen.queryByRole('button', { name: 'View the cover of Lines in full size' });
const full = () => screen.queryByRole('dialog', { name: 'Cover of Lines' });

test('a press on the cover shows it over the whole screen, another closes it', {
  tags: ['C-MODAL-02', 'C-DETAIL-01'],
}, async () => {
  const user = renderScreen(<CoverView release={createRelease('r', { title: 'Lines' })} />);
  expect(full()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'View the cover of Lines in full size' }));
  expect(full()?.querySelector('img')?.getAttribute('src')).toBe('/cover/r-1000.webp');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(full()).toBeNull();
});

test('the back gesture closes the full cover', { tags: ['C-MODAL-02'] }, async () => {
  const user = renderScreen(<CoverView release={createRelease('r', { title: 'Lines' })} />);
  await user.click(screen.getByRole('button', { name: 'View the cover of Lines in full size' }));
  act(() => window.history.back());
  await waitFor(() => expect(full()).toBeNull());
});

test('without a cover there is nothing to enlarge', { tags: ['C-MODAL-02'] }, () => {
  renderScreen(<CoverView release={createRelease('r', { title: 'Lines', coverart: null })} />);
  expect(screen.getByRole('img', { name: 'Cover of Lines' })).toBeTruthy();
  expect(view()).toBeNull();
});
