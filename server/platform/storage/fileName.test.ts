import { expect, test } from 'vitest';
import { attachmentDisposition, sanitizeFileName } from './fileName.ts';

/** Joiners of Unicode 17 §23.2 are spelling: without them these are other words, or several pictures. */
test.each([
  ['Persian', 'می\u200cخواهم.mp3', 'می\u200cخواهم.mp3'],
  ['Devanagari', 'क्\u200dष राग.mp3', 'क्\u200dष राग.mp3'],
  ['Sinhala', 'ශ්\u200dරී ලංකා.mp3', 'ශ්\u200dරී ලංකා.mp3'],
  ['an emoji of two', '👩🏽\u200d🎤.mp3', '👩🏽\u200d🎤.mp3'],
  ['a joiner at an end', '\u200cراگ\u200d.mp3', '_راگ_.mp3'],
  ['two joiners', 'ab\u200c\u200dcd.mp3', 'ab__cd.mp3'],
  ['a joiner before a sign', 'a\u200c-b.mp3', 'a_-b.mp3'],
  ['controls', 'a\u0007b\u0085c.mp3', 'a_b_c.mp3'],
  ['bidi controls', 'song\u202e3pm.exe\u2066\u061c\u200f.mp3', 'song_3pm.exe___.mp3'],
])('%s: a file name keeps what its language needs, and nothing that hides', (_name, name, expected) => {
  expect(sanitizeFileName(name)).toBe(expected);
  expect(sanitizeFileName(expected)).toBe(expected);
  expect(decodeURIComponent(attachmentDisposition(name).replace(/^.*UTF-8''/, ''))).toBe(expected);
});

/** A transliteration may bring signs that a file name or the header cannot have, and is longer. */
test.each([
  ['Japanese', '東京事変 - 01 - 群青日和.mp3', 'DongJingShiBian - 01 - QunQingRiHe.mp3'],
  ['Cyrillic', 'Привет.mp3', 'Privet.mp3'],
  ['Hebrew', 'שלום - 02 - שיר.mp3', 'slvm - 02 - syr.mp3'],
  ['Latin letters', 'Žofie – Straße Æ.mp3', 'Zofie - Strasse Ae.mp3'],
  ['typographic quotes and fractions', '“½” ÷ ‚x’.mp3', "_1_2_ _ 'x'.mp3"],
  ['pictures', '🎵.pdf', '_musical_note_.pdf'],
  ['a name of Windows in other letters', 'ＣＯＮ.pdf', '_CON.pdf'],
  ['letters that nobody knows', '\ue000x.pdf', 'x.pdf'],
  ['a long name', `${'群'.repeat(70)} - 01.mp3`, `${'Qun'.repeat(70)} - 01.mp3`.slice(-150)],
])('%s: the plain name of a download is transliterated', (_script, name, plain) => {
  expect(attachmentDisposition(name)).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''[\w%.~!-]+$/);
  expect(/filename="([^"]*)"/.exec(attachmentDisposition(name))?.[1]).toBe(plain);
});
