import { act, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { showReleaseError } from '../catalogue/releaseErrorStore.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen } from '../testing/render.ts';
import { Shell } from './Shell.tsx';

beforeAll(() => Promise.all([import('../design/Dialog.tsx'), import('../release/ReleaseErrorDialog.tsx')]));

test('a release that cannot be loaded opens a dialog on any page until OK', {
  tags: ['C-MODAL-03', 'C-MODAL-10'],
}, async () => {
  fakeServer();
  mockWindowWidth(1440);
  const user = renderScreen(<Shell />);
  act(() => showReleaseError(new Error('no answer')));
  await screen.findByRole('alertdialog');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
