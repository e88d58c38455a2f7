import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen } from '../testing/render.ts';
import { Metadata } from './Metadata.tsx';

const known = { upcnumber: '712987041004', catalognumber: 'COP 101', copyrightyear: 2026 };
const songs = [
  createTrack('a', {
    ...known,
    title: 'Lines',
    isrc: 'QZ9CC2600101',
    composer: 'Vera Lund',
    writers: ['Vera Lund', 'O. Salo'],
    publishing: 'Parallel Songs',
    producer: 'Otis Salo',
    language: 'de',
    canadian: { music: 'Vera Lund' },
    lyrics: 'Short words.',
  }),
  createTrack('b', { ...known, title: 'Second', version: 'Radio edit', isrc: 'QZ9CC2600102' }),
];
const sheet = () =>
  renderScreen(<Metadata release={createReleaseDetail('r', songs, { genres: ['Jazz'], impactdate: 1_795_996_800 })} />);

test('the sheet tells what is known of the release once, and of each track all that is its own', {
  tags: ['C-DETAIL-08', 'C-ENTITY-06'],
}, () => {
  sheet();
  const text = (name: string) =>
    screen.getAllByText(name, { selector: 'dt' }).map((term) => term.parentElement?.textContent);
  expect(text('UPC')).toEqual(['UPC712987041004']);
  expect(text('Catalogue number')).toEqual(['Catalogue numberCOP 101']);
  expect(text('Impact')).toEqual(['ImpactNovember 30, 2026']);
  const [first, second] = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('heading'));
  for (const value of [
    'QZ9CC2600101',
    'Vera Lund, O. Salo',
    'Parallel Songs',
    'Otis Salo',
    'German',
    'music',
    'Short words.',
  ])
    expect(first?.textContent).toContain(value);
  expect(second?.textContent).toContain('Second (Radio edit)');
  expect(second?.textContent).toContain('QZ9CC2600102');
});

test('music without words says so instead of its code', () => {
  renderScreen(<Metadata release={createReleaseDetail('r', [createTrack('a', { language: 'zxx' })])} />);
  expect(screen.getByText('Instrumental')).toBeTruthy();
  expect(screen.queryByText('zxx')).toBeNull();
});

test('it opens as a spreadsheet first, as CSV or as PDF, in a window of its own', { tags: ['C-DETAIL-23'] }, () => {
  sheet();
  const links = screen.getAllByRole('link', { name: /^Open as/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Open as spreadsheet', '/api/release/r/report.xlsx'],
    ['Open as CSV', '/api/release/r/report.csv'],
    ['Open as PDF', '/api/release/r/report.pdf'],
  ]);
  for (const link of links)
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
});

test('what is typed into other systems can be copied, and the button says that it was', async () => {
  const user = sheet();
  await user.click(screen.getByRole('button', { name: 'Copy UPC' }));
  expect(await navigator.clipboard.readText()).toBe('712987041004');
  expect(screen.getByText('UPC copied')).toBeTruthy();
  const [isrc] = screen.getAllByRole('button', { name: 'Copy ISRC' });
  if (isrc) await user.click(isrc);
  expect(await navigator.clipboard.readText()).toBe('QZ9CC2600101');
});
