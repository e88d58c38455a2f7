import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { closeReleaseError, useUnavailableDialog } from '../catalogue/releaseErrorStore.ts';
import { ApiError } from '../platform/request.ts';
import { renderScreen } from '../testing/render.ts';
import { ReleaseErrorDialog } from './ReleaseErrorDialog.tsx';

function Failed({ error }: { error: unknown }) {
  useUnavailableDialog(error);
  return <ReleaseErrorDialog />;
}

beforeEach(closeReleaseError);

test.each([502, 503, 504, 0])(
  'status %i of a list or a release opens the release error modal',
  {
    tags: ['C-ERR-05', 'C-ERR-11'],
  },
  async (status) => {
    const user = renderScreen(<Failed error={new ApiError('UNEXPECTED', status, '')} />);
    const modal = await screen.findByRole('alertdialog', { name: 'Service Unavailable' });
    expect(modal.textContent).toContain('Sorry! The service is currently unavailable');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  },
);

test.each([404, 500])('status %i does not', { tags: ['C-ERR-11'] }, (status) => {
  renderScreen(<Failed error={new ApiError('UNEXPECTED', status, '')} />);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
