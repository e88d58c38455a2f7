import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render.ts';
import { CrashBoundary } from './CrashBoundary.tsx';

function Broken(): never {
  throw new Error('a render error');
}

test('a screen that crashes shows an error and a reload button', { tags: ['A-SHELL-30'] }, () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderScreen(
    <CrashBoundary>
      <Broken />
    </CrashBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  expect(log).toHaveBeenCalled();
  log.mockRestore();
});
