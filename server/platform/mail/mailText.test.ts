import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Mailing, MailRelease } from './mailingText.ts';
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
const [settings, stop] = ['https://music.example/settings', 'https://music.example/stop'];
const told = (name: string): MailRelease => ({
  title: `Title ${name}`,
  artist: `Artist ${name}`,
  explicit: name === '1',
  label: 'Parallel',
  type: 'EP',
  impact: '2026-12-04',
  url: `https://music.example/releases/${name}`,
  picture: name === '1' ? 'covers/abc-160.jpg' : undefined,
  color: '#553311',
});
const mailingOf = (...names: string[]): Mailing => ({
  releases: names.map(told),
  more: { count: names.length > 1 ? 12 : 0, url: 'https://music.example/releases' },
  why: 'weekly',
  email: 'rosa@test.example',
  settings,
  stop,
  oneClick: 'https://music.example/one-click',
});
/** What its kind is given, as a table beside the language file would say it. */
function partsOf(kind: MailKind): MailParts {
  return {
    values,
    ...('button' in english.mails[kind] && { url }),
    ...(kind === 'code' && { code: '04711' }),
    ...((kind === 'share' || kind === 'contact') && { quote: 'First line\n<script>second</script>' }),
    ...(kind === 'release' && { mailing: mailingOf('1') }),
    ...(kind === 'releases' && { mailing: mailingOf('1', '2') }),
  };
}

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found);
const wordsOf = (html: string) => html.replace(/<style>.*<\/style>/s, '').replaceAll(/<[^>]*>/g, ' ');

test.each(kinds)('the mail "%s" is whole in both parts', { tags: ['A-MAIL-07'] }, (kind) => {
  const parts = partsOf(kind);
  const { subject, html, text } = composeMail(kind, 'en', parts);
  expect(subject).toMatch(/\S/);
  for (const part of [subject, html, text]) expect(part).not.toMatch(/\{\{|undefined|mails\.|layout\./);
  expect(all(html, /<html lang="(.*?)"/g)).toEqual(['en']);
  expect(all(html, /<title>(.+?)<\/title>/g)).toHaveLength(1);
  expect(all(html, /<h1[^>]*>(.+?)<\/h1>/g)).toHaveLength(1);
  expect(html).not.toMatch(/<(script|link|iframe)|<img (?!src="cid:)/);
  const { releases = [], more } = parts.mailing ?? {};
  const expected = [
    ...(parts.url ? [url] : []),
    ...releases.map((release) => release.url),
    ...(more?.count ? [more.url] : []),
    ...(parts.mailing ? [settings, stop] : []),
  ];
  expect(new Set(all(html, /href="(.*?)"/g))).toEqual(new Set(expected));
  for (const piece of [parts.url, parts.code]) {
    if (!piece) continue;
    expect(text).toContain(piece);
    expect(wordsOf(html)).toContain(piece);
  }
});

test.each(kinds.filter((kind) => kind !== 'release' && kind !== 'releases'))(
  'every word of the mail "%s" can be translated',
  (kind) => {
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
  },
);

test.each(['release', 'releases'] as const)('every word of the mail "%s" can be translated', (kind) => {
  const wrapped = JSON.parse(
    JSON.stringify(english, (_key, text: unknown) => (typeof text === 'string' ? `⟦${text}⟧` : text)),
  ) as Texts;
  const { subject, html, text } = mailComposer({ en: english, xx: wrapped })(kind, 'xx', partsOf(kind));
  const rest = [subject, wordsOf(html), text.replaceAll(/https:\S+/g, '')].join(' ').replaceAll(/⟦[^⟧]*⟧/g, '');
  // Names are nobody's to translate.
  expect(rest.replaceAll(/(Title|Artist) \d( \[E\])?|Parallel|EP|https:\S+|&nbsp;|[\s:·,–-]+/g, '')).toBe('');
});

test('several releases are counted, named, described, and lead to their pages', { tags: ['A-EMAILS-04'] }, () => {
  const { subject, html, text } = composeMail('releases', 'en', { mailing: mailingOf('1', '2') });
  expect(subject).toBe('14 new promos');
  for (const part of [wordsOf(html), text]) {
    expect(part).toContain('Title 1 [E]');
    expect(part).toContain('Artist 2');
    expect(part).toContain('Parallel · EP · Impact date December 4, 2026');
    expect(part).toContain('and 12 more');
    expect(part).toContain('You get this mail each Monday that has new releases for rosa@test.example.');
  }
  expect(all(html, /<img src="(.*?)"/g)).toEqual(['cid:abc-160@pictures']);
  expect(html).toContain('bgcolor="#553311"');
});

test('a single release is the subject', { tags: ['A-EMAILS-04'] }, () => {
  const { subject, html, text } = composeMail('release', 'en', { url, mailing: mailingOf('1') });
  expect(subject).toBe('Artist 1 – Title 1 [E]');
  expect(all(html, /<h1[^>]*>(.+?)<\/h1>/g)).toEqual(['Title 1 [E]']);
  expect(text).toContain(`Listen:\n${url}`);
  expect(`${html}${text}`).not.toContain(' more');
});

test('no title can write markup or paragraphs', () => {
  const mailing = mailingOf('1', '2');
  mailing.releases.push({ ...told('3'), title: 'Evil\n\n-- \n<b>', artist: '"><script>', label: 'A\r\nB' });
  const { html, text } = composeMail('releases', 'en', { mailing });
  expect(html).not.toMatch(/<b>|<script/);
  expect(text).toContain('Evil -- <b> – "><script>\nA B · EP');
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
