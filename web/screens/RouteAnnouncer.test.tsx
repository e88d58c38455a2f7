import { screen, waitFor } from '@testing-library/react';
import { Link, Route, Routes, useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import { useTitle } from '../platform/pageTitle.ts';
import { renderScreen } from '../testing/render.ts';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';

function Page({ name }: { name: string }) {
  useTitle(name, false);
  const navigate = useNavigate();
  return (
    <main>
      <h1>{name}</h1>
      <input aria-label="Filter" onChange={() => void navigate('/flagged')} />
    </main>
  );
}

const getAnnouncement = () => document.querySelector('[aria-live=polite]')?.textContent;
const open = () =>
  renderScreen(
    <>
      <nav>
        <Link to="/flagged">To the flagged</Link>
      </nav>
      <Routes>
        <Route path="/releases" element={<Page name="Releases" />} />
        <Route path="/flagged" element={<Page name="Flagged" />} />
      </Routes>
      <RouteAnnouncer />
    </>,
    '/releases',
  );

test('a further page is announced by its name, and the focus moves to it', async () => {
  const user = open();
  await waitFor(() => expect(getAnnouncement()).toBe('Releases'));
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getByRole('link', { name: 'To the flagged' }));
  expect(getAnnouncement()).toBe('Flagged');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Flagged' }));
});

test('a field in which somebody types keeps the focus', async () => {
  const user = open();
  const field = screen.getByLabelText('Filter');
  await user.type(field, 'x');
  expect(getAnnouncement()).toBe('Flagged');
  expect(document.activeElement?.tagName).toBe('INPUT');
});
