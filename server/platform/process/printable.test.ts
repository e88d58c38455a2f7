import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { openLog } from './log.ts';
import { printable, printableInJson, printableJson, printableLines } from './printable.ts';

const HOSTILE = 'a\u001b[31m \u009b2J \u0007\u0000 \r\u007f \u202e\u2066 \u2028';
const RAW = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028]/u;

test('no character that steers a terminal is printed; others are unchanged', () => {
  expect(printable(HOSTILE)).toBe('a\\u001b[31m \\u009b2J \\u0007\\u0000 \\u000d\\u007f \\u202e\\u2066 \\u2028');
  expect(printable('line\nline')).toBe('line\\u000aline');
  expect(printableLines('line\nline\u001b')).toBe('line\nline\\u001b');
  expect(printable('Größe, 音楽, ليل, 🎵\t"\\')).toBe('Größe, 音楽, ليل, 🎵\t"\\');
});

test('printed JSON has the same value without raw characters', () => {
  const json = printableJson(JSON.stringify({ path: HOSTILE }));
  expect(json).not.toMatch(RAW);
  expect(JSON.parse(json)).toEqual({ path: HOSTILE });
});

test('a log line is printable after it was parsed, and keeps backslashes and line ends', () => {
  const texts = [HOSTILE, '\\u001b', 'C:\\users', 'a\nb', '\\\\\u001b', '\b\f'];
  const parsed = JSON.parse(printableInJson(JSON.stringify(texts))) as string[];
  expect(parsed.join('')).not.toMatch(RAW);
  expect(parsed.slice(1, 5)).toEqual(['\\u001b', 'C:\\users', 'a\nb', '\\\\\\u001b']);
});

test('a log line holds no raw escapes of an error', () => {
  let written = '';
  const destination = new Writable({ write: (chunk, _encoding, done) => done(void (written += String(chunk))) });
  openLog('info', true, { destination }).error({ err: new Error(HOSTILE) }, HOSTILE);
  expect(JSON.parse(written).msg).toContain('a\\u001b[31m');
  expect(JSON.parse(written).msg).not.toMatch(RAW);
});
