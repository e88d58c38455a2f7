import * as z from 'zod/mini';
import { LINE_MAX, URL_MAX } from './limits.ts';

const PHONE = /^\+?(?:\d{1,4}[-.\s]?)?(?:\(\d{1,4}\)[-.\s]?)?\d{1,4}[-.\s]?(?:\d{1,4}[-.\s]?)?\d{1,9}$/;
/** Nothing, or a host with a dot in it, with or without scheme, port and path. */
const WEBSITE = /^$|^(https?:\/\/)?[^\s/.:?#@]+(\.[^\s/.:?#@]+)+(:\d{1,5})?([/?#]\S*)?$/i;

/** Text as a database and a mail can hold it: whole characters, in one line, nothing around it. */
export const oneLine = z.transform((text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim(),
);

/** A line of a form, possibly empty. */
export const Line = z.pipe(z.string().check(z.maxLength(LINE_MAX)), oneLine);
/** A line that must say something. */
export const RequiredLine = z.pipe(Line, z.string().check(z.minLength(1, 'This field is required')));
/** A telephone number as people write it (A-SIGNUP-11, A-SIGNUP-12). */
export const Phone = z.pipe(Line, z.string().check(z.regex(PHONE, 'Please enter a valid phone number')));
/** A web address; its scheme may be left out (A-SIGNUP-30). Empty is none. */
export const Website = z.pipe(
  z.pipe(z.string().check(z.maxLength(URL_MAX)), oneLine),
  z.string().check(z.regex(WEBSITE, 'Please enter a valid URL')),
);
