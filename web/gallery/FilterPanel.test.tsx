import { releases } from '@promenade/contract/catalogue';
import { options } from '@promenade/contract/options';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../platform/paths.ts';
import { useSetting } from '../platform/settingStore.ts';
import { dialogs, laidOut, windowOf } from '../testing/browser.ts';
import { release } from '../testing/music.ts';
import { someOptions } from '../testing/options.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { Gallery } from './Gallery.tsx';

let server: FakeServer;

beforeAll(() => import('./FilterPanel.tsx'));
beforeAll(() => laidOut({ width: 358, height: 800, scrollHeight: 4000 }));

beforeEach(() => {
  windowOf(390);
  dialogs();
  useSetting.setState({ view: 'grid', sort: '-date', days: null });
  server = fakeServer();
  server.answer(options, someOptions);
  server.answer(releases, { items: [release('One')], total: 1, page: 1, pagesize: 40 });
});

const Address = () => <output data-testid="address">{useLocation().search}</output>;
const address = () => screen.getByTestId('address').textContent;
const shown = (search = '') =>
  show(
    signedIn(
      <>
        <Gallery />
        <Address />
      </>,
    ),
    paths.releases + search,
  );
const opener = () => screen.findByText('Filters', { selector: 'button' });
const panel = async () => within(await screen.findByRole('dialog', { name: 'Filters' }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });

/** Opens the panel and unfolds a type. */
async function unfold(person: ReturnType<typeof shown>, type: string) {
  await person.click(await opener());
  const open = await panel();
  fireEvent.click(open.getByText(type, { selector: 'summary' }));
  return open;
}

test('a phone has one button with a count, and no bar', { tags: ['C-SHELL-13'] }, async () => {
  shown('?genres=100&moods=1&explicit=true');
  expect((await opener()).textContent).toContain('3 active');
  expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Sort by/ })).toBeNull();
});

test('what is ticked reaches the gallery only on Apply, which waits for a difference', {
  tags: ['C-FILTER-05', 'C-FILTER-06'],
}, async () => {
  const person = shown('?genres=101');
  const open = await unfold(person, 'Genre');
  expect(apply().disabled).toBe(true);
  fireEvent.click(await open.findByLabelText('House'));
  fireEvent.click(open.getByLabelText('Unheard only'));
  expect(apply().disabled).toBe(false);
  expect([address(), server.calls.some(({ path }) => path.includes('unheard'))]).toEqual(['?genres=101', false]);
  await person.click(apply());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('?genres=100,101&unheard=true&sort=-date');
});

test('what is ticked and unticked again is no difference', { tags: ['C-FILTER-06'] }, async () => {
  const person = shown('?genres=101');
  const open = await unfold(person, 'Genre');
  const jazz = await open.findByLabelText('Jazz');
  fireEvent.click(jazz);
  fireEvent.click(open.getByLabelText('House'));
  fireEvent.click(open.getByLabelText('House'));
  expect(apply().disabled).toBe(false);
  fireEvent.click(jazz);
  expect(apply().disabled).toBe(true);
});

test('closing without Apply forgets what was ticked', { tags: ['C-FILTER-07'] }, async () => {
  const person = shown();
  const open = await unfold(person, 'Genre');
  fireEvent.click(await open.findByLabelText('House'));
  press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('');
  const again = await unfold(person, 'Genre');
  expect((await again.findByLabelText<HTMLInputElement>('House')).checked).toBe(false);
  expect(apply().disabled).toBe(true);
});

test('Clear empties what is ticked here, and the gallery only on Apply', { tags: ['C-FILTER-08'] }, async () => {
  const person = shown('?genres=101&explicit=true&sort=title');
  const open = await unfold(person, 'Genre');
  const jazz = await open.findByLabelText<HTMLInputElement>('Jazz');
  press('Clear');
  expect([jazz.checked, open.getByLabelText<HTMLInputElement>('Explicit only').checked]).toEqual([false, false]);
  expect(address()).toBe('?genres=101&explicit=true&sort=title');
  await person.click(apply());
  expect(address()).toBe('?sort=title');
});

test('the order is chosen there, too', { tags: ['C-ENUM-04', 'C-GALLERY-29'] }, async () => {
  const person = shown();
  await person.click(await opener());
  const open = await panel();
  await person.selectOptions(open.getByLabelText('Sort by'), 'Last 7 days');
  await person.click(apply());
  expect(address()).toBe('?sort=-popular&days=7');
});

test('a long list is searched without case and accents, markets have icons', async () => {
  const person = shown();
  const open = await unfold(person, 'Genre');
  fireEvent.change(await open.findByLabelText('Search'), { target: { value: 'JÁZ' } });
  expect(open.queryByLabelText('House')).toBeNull();
  expect(open.getByLabelText('Jazz')).toBeTruthy();
  fireEvent.change(open.getByLabelText('Search'), { target: { value: 'zzz' } });
  expect(open.getByText('Nothing found')).toBeTruthy();
  fireEvent.click(open.getByText('Market', { selector: 'summary' }));
  const row = open.getByLabelText('Canada').closest('label')?.parentElement;
  expect(row?.querySelector('img')?.getAttribute('src')).toBe('/api/options/logos/ca-small.png');
});
