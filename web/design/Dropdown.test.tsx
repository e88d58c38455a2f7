import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { windowOf } from '../testing/browser.ts';
import { show } from '../testing/show.ts';
import { Dropdown } from './Dropdown.tsx';

beforeAll(() => import('./DropdownList.tsx'));
beforeEach(() => windowOf(1440));

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
  const person = show(<Format />);
  expect(button().textContent).toBe('MP3');
  button().focus();
  await person.keyboard('{ArrowDown}');
  await waitFor(() => expect(focusedOption()).toBe('mp3'));
  await person.keyboard('{ArrowDown}{Enter}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(button().textContent).toBe('FLAC');
  await waitFor(() => expect(document.activeElement).toBe(button()));
});

test('Escape closes the list without a change', async () => {
  const person = show(<Format />);
  button().focus();
  await person.keyboard('{ArrowDown}');
  await waitFor(() => expect(focusedOption()).toBe('mp3'));
  await person.keyboard('{ArrowUp}{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(button().textContent).toBe('MP3');
});
