import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  composeMail,
  createMailComposer,
  type Mailing,
  type MailKind,
  type MailParts,
  type MailRelease,
  type Texts,
} from './mailText.ts';

const english = JSON.parse(readFileSync(new URL('languages/en.json', import.meta.url), 'utf8')) as Texts;
const kinds = Object.keys(english.mails) as MailKind[];

const values = {
  playerid: '3b0a2c1e-8d7f-4c55-9a61-0f2e4d6b8a90',
  email: 'rosa@test.example',
  name: 'Rosa Vance',
  support: 'help@music.example',
  account: 'rosa@music.example',
  inviter: 'Ada & Björk <3',
  label: 'Harbour & Sons',
  sender: 'Søren',
  title: 'Über den Dächern',
  artist: 'مريم',
  type: 'I want an interview',
  details: 'Radio One, programmer',
};
const url = 'https://music.example/page/token';
const [settings, stop] = ['https://music.example/settings', 'https://music.example/stop'];
const createMailRelease = (name: string): MailRelease => ({
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
const createMailing = (...names: string[]): Mailing => ({
  releases: names.map(createMailRelease),
  more: { count: names.length > 1 ? 12 : 0, url: 'https://music.example/releases' },
  reason: 'weekly',
  email: 'rosa@test.example',
  settingsUrl: settings,
  unsubscribeUrl: stop,
  oneClickUrl: 'https://music.example/one-click',
});
function createParts(kind: MailKind): MailParts {
  return {
    values,
    ...('button' in english.mails[kind] && { url }),
    ...(kind === 'code' && { code: '04711' }),
    ...((kind === 'share' || kind === 'contact') && { quote: 'First line\n<script>second</script>' }),
    ...(kind === 'label-invitation' && { leave: { label: 'Harbour', url: stop, oneClickUrl: stop } }),
    ...(kind === 'release' && { mailing: createMailing('1') }),
    ...(kind === 'releases' && { mailing: createMailing('1', '2') }),
  };
}

const findAll = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, group = '']) => group);
const stripTags = (html: string) => html.replace(/<style>.*<\/style>/s, '').replaceAll(/<[^>]*>/g, ' ');

test.each(kinds)('the mail "%s" has all its content as HTML and as text', { tags: ['A-MAIL-07'] }, (kind) => {
  const parts = createParts(kind);
  const { subject, html, text } = composeMail(kind, 'en', parts);
  expect(subject).toMatch(/\S/);
  for (const part of [subject, html, text]) expect(part).not.toMatch(/\{\{|undefined|\b(mails|mailing|layout)\.[a-z]/);
  expect(findAll(html, /<html lang="(.*?)"/g)).toEqual(['en']);
  expect(findAll(html, /<title>(.+?)<\/title>/g)).toHaveLength(1);
  expect(findAll(html, /<h1[^>]*>(.+?)<\/h1>/g)).toHaveLength(1);
  expect(html).not.toMatch(/<(script|link|iframe)|<img (?!src="cid:)/);
  const { releases = [], more } = parts.mailing ?? {};
  const expected = [
    ...(parts.url ? [url] : []),
    ...releases.map((release) => release.url),
    ...(more?.count ? [more.url] : []),
    ...(parts.mailing ? [settings, stop] : parts.leave ? [stop] : []),
  ];
  expect(new Set(findAll(html, /href="(.*?)"/g))).toEqual(new Set(expected));
  for (const piece of [parts.url, parts.code]) {
    if (!piece) continue;
    expect(text).toContain(piece);
    expect(stripTags(html)).toContain(piece);
  }
});

test.each(kinds.filter((kind) => kind !== 'release' && kind !== 'releases'))(
  'every word of the mail "%s" can be translated',
  (kind) => {
    const wrapped = JSON.parse(
      JSON.stringify(english, (_key, text: unknown) => (typeof text === 'string' ? `⟦${text}⟧` : text)),
    ) as Texts;
    const { quote: _quote, ...parts } = createParts(kind);
    const { subject, html, text } = createMailComposer({ en: english, xx: wrapped })(kind, 'xx-YY', parts);
    expect(html).toContain('<html lang="xx">');
    // A line break splits a text into two paragraphs.
    const rest = [subject, stripTags(html), text]
      .map((part) =>
        part
          .replaceAll(/⟦[^⟧]*⟧/g, '')
          .replaceAll(url, '')
          .replaceAll(stop, '')
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
  const { subject, html, text } = createMailComposer({ en: english, xx: wrapped })(kind, 'xx', createParts(kind));
  const rest = [subject, stripTags(html), text.replaceAll(/https:\S+/g, '')].join(' ').replaceAll(/⟦[^⟧]*⟧/g, '');
  // Names are not translated.
  expect(rest.replaceAll(/(Title|Artist) \d( \[E\])?|Parallel|EP|https:\S+|&nbsp;|[\s:·,–-]+/g, '')).toBe('');
});

test('a mail about several releases counts, names, describes and links them', { tags: ['A-EMAILS-04'] }, () => {
  const { subject, html, text } = composeMail('releases', 'en', { mailing: createMailing('1', '2') });
  expect(subject).toBe('14 new promos');
  for (const part of [stripTags(html), text]) {
    expect(part).toContain('Title 1 [E]');
    expect(part).toContain('Artist 2');
    expect(part).toContain('Parallel · EP · Impact date December 4, 2026');
    expect(part).toContain('and 12 more');
    expect(part).toContain('You receive this email every Monday when there are new releases for rosa@test.example.');
  }
  expect(findAll(html, /<img src="(.*?)"/g)).toEqual(['cid:abc-160@pictures']);
  expect(html).toContain('bgcolor="#553311"');
});

test('a mail about a single release has it as its subject', { tags: ['A-EMAILS-04'] }, () => {
  const { subject, html, text } = composeMail('release', 'en', { url, mailing: createMailing('1') });
  expect(subject).toBe('Artist 1 – Title 1 [E]');
  expect(findAll(html, /<h1[^>]*>(.+?)<\/h1>/g)).toEqual(['Title 1 [E]']);
  expect(text).toContain(`Listen:\n${url}`);
  expect(`${html}${text}`).not.toContain(' more');
});

test('no title can add markup or paragraphs', () => {
  const mailing = createMailing('1', '2');
  mailing.releases.push({
    ...createMailRelease('3'),
    title: 'Evil\n\n-- \n<b>',
    artist: '"><script>',
    label: 'A\r\nB',
  });
  const { html, text } = composeMail('releases', 'en', { mailing });
  expect(html).not.toMatch(/<b>|<script/);
  expect(text).toContain('Evil -- <b> – "><script>\nA B · EP');
});

test('the message of a person is quoted and escaped', () => {
  const { html, text } = composeMail('share', 'en', createParts('share'));
  expect(text).toContain('> First line\n> <script>second');
  expect(html).toContain('First line<br>&lt;script&gt;second');
});

test('a language without a file falls back to English and is marked as English', () => {
  const { subject, html } = composeMail('reset', 'nl', createParts('reset'));
  expect(subject).toBe('Reset your password');
  expect(html).toContain('<html lang="en">');
});

test('no mail mentions support when there is no support address', () => {
  for (const kind of kinds) {
    const { text } = composeMail(kind, 'en', { ...createParts(kind), values: { ...values, support: '' } });
    expect(text).not.toMatch(/: \.|to \./);
  }
});

test('a missing value throws', () => {
  expect(() => composeMail('reset', 'en', { url })).toThrow('Missing value for {{email}}');
});
