import { expect, test } from 'vitest';
import { checkConditions } from './conditions.ts';

const etag = '"a,b"';

test.each([
  [{}, undefined],
  // Strong comparison (RFC 9110 §8.8.3.2).
  [{ 'if-match': etag }, undefined],
  [{ 'if-match': '*' }, undefined],
  [{ 'if-match': `"x", ,W/"y",${etag}` }, undefined],
  [{ 'if-match': '"x"' }, 412],
  [{ 'if-match': `W/${etag}` }, 412],
  [{ 'if-match': 'a,b' }, 412],
  [{ 'if-match': '' }, 412],
  // Weak comparison.
  [{ 'if-none-match': etag }, 304],
  [{ 'if-none-match': `W/${etag}` }, 304],
  [{ 'if-none-match': ' * ' }, 304],
  [{ 'if-none-match': `"x",,\t"y" , W/${etag}` }, 304],
  [{ 'if-none-match': '"x", W/"y", "a", "b"' }, undefined],
  [{ 'if-none-match': '' }, undefined],
  // If-Match goes first (RFC 9110 §13.2.2).
  [{ 'if-match': '"x"', 'if-none-match': etag }, 412],
  [{ 'if-match': etag, 'if-none-match': etag }, 304],
])('%j gives %s', (headers, status) => {
  expect(checkConditions(headers, etag)).toBe(status);
});
