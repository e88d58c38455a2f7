import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSettings } from '../platform/settingsStore.ts';
import { renderScreen } from '../testing/render.ts';
import { SoundSettings } from './SoundSettings.tsx';

test('songs are brought to one loudness where the account wants it, or the page says why they are not', {
  tags: ['requirements decision 46'],
}, async () => {
  renderScreen(<SoundSettings />);
  expect(screen.queryByRole('button', { name: /Level matching/ })).toBeNull();
  expect(screen.getByText(/^Level matching is off: this browser/)).toBeDefined();
  cleanup();
  vi.stubGlobal('AudioContext', class {});
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36');
  const user = renderScreen(<SoundSettings />);
  await user.click(screen.getByRole('button', { name: /Level matching.*At the desk/ }));
  await user.click(await screen.findByRole('option', { name: 'Everywhere' }));
  expect(useSettings.getState().levelMatching).toBe('always');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
