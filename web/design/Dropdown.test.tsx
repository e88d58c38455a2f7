import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { renderScreen } from '../testing/render.ts';
import { Dropdown } from './Dropdown.tsx';

beforeAll(() => import('./DropdownList.tsx'));
beforeEach(() => mockWindowWidth(1440));

const options = [
  { value: 'wav', text: 'WAV' },
  { value: 'mp3', text: 'MP3', description: 'Smaller files' },
  { value: 'flac', text: 'FLAC' },
];

function Format() {
  const [format, setFormat] = useState('mp3');
  return <Dropdown label="Format" value={format} options={options} onChange={setFormat} />;
}

const button = () => screen.getByRole('button', { name: /^Format/ });
const focusedOption = () => document.activeElement?.getAttribute('data-key');

test('ArrowDown opens the list at the selected option, Enter selects another one', async () => {
  const user = renderScreen(<Format />);
  expect(button().textContent).toBe('MP3');
  button().focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(focusedOption()).toBe('mp3'));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(button().textContent).toBe('FLAC');
  await waitFor(() => expect(document.activeElement).toBe(button()));
});

test('Escape closes the list without a change', async () => {
  const user = renderScreen(<Format />);
  button().focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(focusedOption()).toBe('mp3'));
  await user.keyboard('{ArrowUp}{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(button().textContent).toBe('MP3');
});
