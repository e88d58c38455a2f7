import * as z from 'zod/mini';
import { EMAIL_MAX } from './limits.ts';

/** No `'` at the start, which is half of a quoted address; top-level domains in any script, as `xn--…`. */
const EMAIL =
  /^(?!')(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/** Letters of any script and dots, so that nothing but the host of the URL is parsed. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.。-]+$/u;

/** The same in browsers and Node, whose other globals this package does without. */
declare const URL: { new (url: string): { hostname: string }; canParse: (url: string) => boolean };

/** The ASCII form (`xn--…`) of a domain beyond ASCII, by UTS 46; another text stays. */
function toAsciiDomain(domain: string): string {
  if (/^\p{ASCII}*$/u.test(domain) || !WRITTEN_DOMAIN.test(domain)) return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}

/** Trims, lower-cases and writes the domain in ASCII, so that spellings of one address are one account. */
export const Email = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(EMAIL_MAX)),
    z.transform((text: string) => {
      const address = text.trim().toLowerCase();
      const at = address.lastIndexOf('@') + 1;
      return address.slice(0, at) + toAsciiDomain(address.slice(at));
    }),
  ),
  z.email({ pattern: EMAIL }).check(z.maxLength(EMAIL_MAX)),
);
