import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '../testing/english.ts';
import { fetchLanguages, getLanguage, loadLanguage, setTexts, type Texts, useText } from './text.ts';

const english = [{ code: 'en', name: 'English' }];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the list of languages is loaded from the folder of the texts', { tags: ['A-GEN-09', 'A-GEN-11'] }, async () => {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    return Response.json({ lang: [...english, { code: 'de', name: 'Deutsch' }] });
  });
  expect(await fetchLanguages()).toEqual([...english, { code: 'de', name: 'Deutsch' }]);
  expect(requests).toEqual(['/players/musicsite/languages.json']);
});

test('English is the only language when the list cannot be loaded', {
  tags: ['A-GEN-09', 'A-GEN-11', 'A-CONST-21'],
}, async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 404 }));
  expect(await fetchLanguages()).toEqual(english);
});

test('the texts of a language are loaded from its own file', { tags: ['A-GEN-10'] }, async () => {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    return Response.json({});
  });
  await loadLanguage('en');
  expect(requests).toEqual(['/players/musicsite/en.json']);
  expect(document.documentElement.lang).toBe('en');
});

test.each([
  ['is not found', async () => new Response('<html>', { status: 404 })],
  ['is answered with an error', async () => Response.json({ error: { code: 'BUSY' } }, { status: 503 })],
  ['is not reached', async () => Promise.reject(new TypeError('Failed to fetch'))],
])(
  'when the English file %s, the texts come from the built-in copy',
  { tags: ['A-GEN-08', 'A-GEN-10'] },
  async (_what, answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    setTexts('en', { signin: { title: 'replaced' } } as Texts);
    vi.stubGlobal('fetch', answer);
    await loadLanguage('en');
    const { result } = renderHook(useText);
    expect(result.current('signin.title')).toBe('Sign in');
  },
);

test('a language that cannot be loaded leaves the texts as they are', { tags: ['A-GEN-08', 'A-GEN-10'] }, async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'BUSY' } }, { status: 503 }));
  await expect(loadLanguage('de')).rejects.toThrow('The texts were answered with 503.');
  expect([getLanguage(), renderHook(useText).result.current('signin.title')]).toEqual(['en', 'Sign in']);
});

test('a number keeps its unit on its line in every text, and other words wrap', () => {
  const { result } = renderHook(useText);
  const bind = (name: string) => result.current('library.flag', { title: name }).replace(/^Flag /, '');
  const sizes = ['4 MB', '1.5 kB', '2 GB', '124 BPM', '48 kHz', '440 Hz', '-1 dBTP', '14 px', '20 ms', '42 %'];
  for (const size of sizes) expect(bind(`${size}, ${size}`)).toBe(`${size}, ${size}`.replaceAll(/(\d) /g, '$1\u00A0'));
  for (const words of ['5 Milestones', '3 minor keys', '2 songs', 'x MB']) expect(bind(words)).toBe(words);
});

test('a language that is written from right to left turns the document', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  await loadLanguage('he');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['he', 'rtl']);
  await loadLanguage('en');
  expect(document.documentElement.dir).toBe('ltr');
});
