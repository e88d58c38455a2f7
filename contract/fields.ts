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
