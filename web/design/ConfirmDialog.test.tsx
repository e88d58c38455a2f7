import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { renderScreen } from '../testing/render.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

// Lazy part.
beforeAll(() => import('./Dialog.tsx'));
beforeEach(() => mockWindowWidth(1440));

function show(cancelLabel?: string) {
  const answers: string[] = [];
  const user = renderScreen(
    <ConfirmDialog
      title="Clear it?"
      message="All of it goes."
      confirmLabel="Clear"
      cancelLabel={cancelLabel}
      onConfirm={() => answers.push('confirmed')}
      onCancel={() => answers.push('cancelled')}
    />,
  );
  return { user, answers };
}

test('Enter answers a question with the button that loses nothing', async () => {
  const { user, answers } = show('Cancel');
  await screen.findByRole('alertdialog', { name: 'Clear it?' });
  await user.keyboard('{Enter}');
  expect(answers).toEqual(['cancelled']);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(answers).toEqual(['cancelled', 'confirmed']);
});

test('Enter closes a dialog that only informs', async () => {
  const { user, answers } = show();
  await screen.findByRole('alertdialog', { name: 'Clear it?' });
  await user.keyboard('{Enter}');
  expect(answers).toEqual(['confirmed']);
});
