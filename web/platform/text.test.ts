import { afterEach, expect, test, vi } from 'vitest';
import '../testing/english.ts';
import { fetchLanguages, loadLanguage } from './text.ts';

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
