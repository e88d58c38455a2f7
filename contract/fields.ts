import * as z from 'zod/mini';
import { LINE_MAX, URL_MAX } from './limits.ts';

const PHONE = /^\+?(?:\d{1,4}[-.\s]?)?(?:\(\d{1,4}\)[-.\s]?)?\d{1,4}[-.\s]?(?:\d{1,4}[-.\s]?)?\d{1,9}$/;
/** Empty, or a host with a dot, optionally with scheme, port and path. */
const WEBSITE = /^$|^(https?:\/\/)?[^\s/.:?#@]+(\.[^\s/.:?#@]+)+(:\d{1,5})?([/?#]\S*)?$/i;

/** Replaces unpaired surrogates and control characters, and trims. */
export const oneLine = z.transform((text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim(),
);

export const Line = z.pipe(z.string().check(z.maxLength(LINE_MAX)), oneLine);
export const RequiredLine = z.pipe(Line, z.string().check(z.minLength(1, 'This field is required')));
export const Phone = z.pipe(Line, z.string().check(z.regex(PHONE, 'Please enter a valid phone number')));
export const Website = z.pipe(
  z.pipe(z.string().check(z.maxLength(URL_MAX)), oneLine),
  z.string().check(z.regex(WEBSITE, 'Please enter a valid URL')),
);

/** What `version` of an answer is, by which it is also sent as `ETag`; a change takes that in `If-Match`. */
export const VersionNumber = z.number();
export const VersionText = z.string();

/** IANA name: `Europe/Berlin`. */
export const TimeZone = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,59}$/));

/** The zone of the days in a request and its answer. Browsers may know newer ones, which are taken for UTC. */
export const Zone = z._default(
  z.pipe(
    TimeZone,
    z.transform((name: string) => (isTimeZone(name) ? name : 'UTC')),
  ),
  'UTC',
);

/** Accepts names, not offsets from UTC. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[a-z]/i.test(name);
  } catch {
    return false;
  }
}

/** `aiff` is the WAV with its bytes swapped; `flac` is offered where the installation makes it. */
export const AudioFormat = z.enum(['mp3', 'wav', 'aiff', 'flac']);
export type AudioFormat = z.infer<typeof AudioFormat>;
