import { render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { CoverArt } from './CoverArt.tsx';

test('the request of a cover that left the page is cancelled', async () => {
  const { unmount } = render(
    <StrictMode>
      <CoverArt src="/covers/one.webp" alt="One" />
    </StrictMode>,
  );
  const picture = screen.getByRole<HTMLImageElement>('img', { name: 'One' });
  await Promise.resolve();
  expect(picture.getAttribute('src')).toBe('/covers/one.webp');
  unmount();
  await vi.waitFor(() => expect(picture.getAttribute('src')).toBeNull());
});
