import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render.ts';
import { SearchBox } from './SearchBox.tsx';

// Lazy.
beforeAll(() => import('./SearchInput.tsx'));
afterEach(() => void vi.useRealTimers());

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const getField = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });

function openSearch(by: 'Ctrl+K' | 'the button') {
  vi.useFakeTimers();
  const playerKey = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener('keydown', playerKey);
  renderScreen(<SearchBox />, '/flagged');
  if (by === 'Ctrl+K') fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  else fireEvent.click(screen.getByRole('button'));
  playerKey.mockClear();
  return playerKey;
}
const type = (text: string) => {
  for (const key of text) fireEvent.keyDown(document.body, { key });
};

test.each(['Ctrl+K', 'the button'] as const)(
  'what is typed after %s before the field is there gets into it, and is no shortcut of the player',
  async (by) => {
    const playerKey = openSearch(by);
    type('km j');
    await advance(1);
    type('ö');
    await advance(1_000);
    expect([getField().value, document.activeElement === getField()]).toEqual(['km jö', true]);
    expect(playerKey).not.toHaveBeenCalled();
    type('k');
    expect(playerKey).toHaveBeenCalledOnce();
  },
);

test('Escape before the field is there gives the keys back', async () => {
  const playerKey = openSearch('Ctrl+K');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  type('k');
  expect(playerKey).toHaveBeenCalledTimes(2);
  await advance(1_000);
  expect(getField().value).toBe('');
});
