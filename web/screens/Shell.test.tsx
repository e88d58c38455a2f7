import { act, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { showReleaseError } from '../releases/releaseErrorStore.ts';
import { windowOf } from '../testing/browser.ts';
import { fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { Shell } from './Shell.tsx';

beforeAll(() => Promise.all([import('../design/Dialog.tsx'), import('../release/ReleaseErrorDialog.tsx')]));

test('whatever page it was asked on, a release that did not come is told of until OK', {
  tags: ['C-MODAL-03', 'C-MODAL-10'],
}, async () => {
  fakeServer();
  windowOf(1440);
  const person = show(<Shell />);
  act(() => showReleaseError(new Error('no answer')));
  await screen.findByRole('alertdialog');
  await person.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
