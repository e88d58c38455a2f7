import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../testing/show.ts';
import { CrashBoundary } from './CrashBoundary.tsx';

function Broken(): never {
  throw new Error('a bug');
}

test('a screen that crashes says so and offers to reload', { tags: ['A-SHELL-30'] }, () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  show(
    <CrashBoundary>
      <Broken />
    </CrashBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  expect(log).toHaveBeenCalled();
  log.mockRestore();
});
