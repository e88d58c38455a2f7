import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Texts } from './mailText.ts';
import { composeMail, type MailKind, type MailParts, mailComposer } from './mailText.ts';

const english = JSON.parse(readFileSync(new URL('languages/en.json', import.meta.url), 'utf8')) as Texts;
const kinds = Object.keys(english.mails) as MailKind[];

const values = {
  email: 'rosa@test.example',
  name: 'Rosa Vance',
  support: 'help@music.example',
  account: 'rosa@music.example',
  inviter: 'Ada & Björk <3',
  sender: 'Søren',
  title: 'Über den Dächern',
  artist: 'مريم',
  type: 'I want an interview',
  details: 'Radio One, programmer',
};
const url = 'https://music.example/page/token';
/** What its kind is given, as a table beside the language file would say it. */
function partsOf(kind: MailKind): MailParts {
  return {
    values,
    ...('button' in english.mails[kind] && { url }),
    ...(kind === 'code' && { code: '04711' }),
    ...((kind === 'share' || kind === 'contact') && { quote: 'First line\n<script>second</script>' }),
  };
}

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found);
const wordsOf = (html: string) => html.replace(/<style>.*<\/style>/s, '').replaceAll(/<[^>]*>/g, ' ');

test.each(kinds)('the mail "%s" is whole in both parts (A-MAIL-07)', (kind) => {
  const parts = partsOf(kind);
  const { subject, html, text } = composeMail(kind, 'en', parts);
  expect(subject).toMatch(/\S/);
  for (const part of [subject, html, text]) expect(part).not.toMatch(/\{\{|undefined|mails\.|layout\./);
  expect(all(html, /<html lang="(.*?)"/g)).toEqual(['en']);
  expect(all(html, /<title>(.+?)<\/title>/g)).toHaveLength(1);
  expect(all(html, /<h1[^>]*>(.+?)<\/h1>/g)).toHaveLength(1);
  expect(html).not.toMatch(/<(script|img|link|iframe)/);
  expect(all(html, /href="(.*?)"/g)).toEqual(parts.url ? [url, url] : []);
  for (const piece of [parts.url, parts.code]) {
    if (!piece) continue;
    expect(text).toContain(piece);
    expect(wordsOf(html)).toContain(piece);
  }
});

test.each(kinds)('every word of the mail "%s" can be translated', (kind) => {
  const wrapped = JSON.parse(
    JSON.stringify(english, (_key, text: unknown) => (typeof text === 'string' ? `⟦${text}⟧` : text)),
  ) as Texts;
  const { quote: _said, ...parts } = partsOf(kind);
  const { subject, html, text } = mailComposer({ en: english, xx: wrapped })(kind, 'xx-YY', parts);
  expect(html).toContain('<html lang="xx">');
  // A line break in a text makes two paragraphs of it.
  const rest = [subject, wordsOf(html), text]
    .map((part) =>
      part
        .replaceAll(/⟦[^⟧]*⟧/g, '')
        .replaceAll(url, '')
        .replaceAll('04711', ''),
    )
    .join('');
  expect(rest.replaceAll(/[\s:-]+/g, '')).toBe('');
});

test('the words of a person are a quotation, and nothing else', () => {
  const { html, text } = composeMail('share', 'en', partsOf('share'));
  expect(text).toContain('> First line\n> <script>second');
  expect(html).toContain('First line<br>&lt;script&gt;second');
});

test('a language without a file is said in English, and says so', () => {
  const { subject, html } = composeMail('reset', 'nl', partsOf('reset'));
  expect(subject).toBe('Reset your password');
  expect(html).toContain('<html lang="en">');
});

test('where nobody can be asked for help, no mail says so', () => {
  for (const kind of kinds) {
    const { text } = composeMail(kind, 'en', { ...partsOf(kind), values: { ...values, support: '' } });
    expect(text).not.toMatch(/: \.|to \./);
  }
});

test('a mail that was given too little is a bug that is seen at once', () => {
  expect(() => composeMail('reset', 'en', { url })).toThrow('Nothing was given for {{email}}');
});
