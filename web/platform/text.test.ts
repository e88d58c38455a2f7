import { afterEach, expect, test, vi } from 'vitest';
import '../testing/english.ts';
import { languages, loadText } from './text.ts';

const english = [{ code: 'en', name: 'English' }];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the list of languages comes from the host of the texts', { tags: ['A-GEN-09', 'A-GEN-11'] }, async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json({ lang: [...english, { code: 'de', name: 'Deutsch' }] });
  });
  expect(await languages()).toEqual([...english, { code: 'de', name: 'Deutsch' }]);
  expect(asked).toEqual(['/players/musicsite/languages.json']);
});

test('without the list English is offered alone', { tags: ['A-GEN-09', 'A-GEN-11', 'A-CONST-21'] }, async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 404 }));
  expect(await languages()).toEqual(english);
});

test('the texts of a language come from its own file', { tags: ['A-GEN-10'] }, async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json({});
  });
  await loadText('en');
  expect(asked).toEqual(['/players/musicsite/en.json']);
  expect(document.documentElement.lang).toBe('en');
});
