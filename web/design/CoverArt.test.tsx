import { render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { Sleeve } from './Sleeve.tsx';

test('a cover that left the page is no longer fetched', async () => {
  const { unmount } = render(
    <StrictMode>
      <Sleeve src="/covers/one.webp" alt="One" />
    </StrictMode>,
  );
  const picture = screen.getByRole<HTMLImageElement>('img', { name: 'One' });
  await Promise.resolve();
  expect(picture.getAttribute('src')).toBe('/covers/one.webp');
  unmount();
  await vi.waitFor(() => expect(picture.getAttribute('src')).toBeNull());
});
