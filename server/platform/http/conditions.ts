import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './refusal.ts';

/**
 * The status of a request with conditions, by the precedence of RFC 9110 §13.2.2: 412 by `If-Match`, 304 by
 * `If-None-Match`; undefined to answer. There are no dates: `Last-Modified` is not sent.
 */
export function checkConditions(
  { 'if-match': ifMatch, 'if-none-match': ifNoneMatch }: IncomingHttpHeaders,
  etag: string,
): 412 | 304 | undefined {
  if (ifMatch !== undefined && !listTags(ifMatch).some((tag) => tag === '*' || tag === etag)) return 412;
  const isSame = (tag: string) => tag === '*' || tag.replace(/^W\//, '') === etag;
  return ifNoneMatch !== undefined && listTags(ifNoneMatch).some(isSame) ? 304 : undefined;
}

/**
 * The tag of `If-Match` without its quotes; undefined where the header is not one tag. A proxy that compresses makes tags
 * weak (nginx), so that a weak one counts as well.
 */
export const parseIfMatch = (header: string | undefined): string | undefined =>
  /^\s*(?:W\/)?"([^"]+)"\s*$/.exec(header ?? '')?.[1];

/** @param match the header `If-Match` @throws IF_MATCH_REQUIRED, or `changed` when it has another version */
export function requireMatch(match: string | undefined, version: string, changed: Refusal): void {
  const expected = parseIfMatch(match);
  if (expected === undefined) throw new Refusal('IF_MATCH_REQUIRED');
  if (expected !== version) throw changed;
}

/** A tag may have commas within its quotes. */
const listTags = (header: string): string[] => (header.trim() === '*' ? ['*'] : (header.match(/(W\/)?"[^"]*"/g) ?? []));
