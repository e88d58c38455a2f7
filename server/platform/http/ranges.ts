/** First and last byte of a part, both included. */
export interface Span {
  start: number;
  end: number;
}

const MAX_PARTS = 16;

/**
 * Reads a Range header against a file of `bytes` (RFC 9110 §14). `undefined`: none, or one to be ignored, so the whole
 * file goes out; an empty list: nothing of it can be satisfied (416), as nginx answers malformed ones too.
 */
export function readRanges(header: string | undefined, bytes: number): Span[] | undefined {
  if (header === undefined || !header.startsWith('bytes=')) return undefined;
  const parts = header.slice('bytes='.length).split(',');
  if (parts.length > MAX_PARTS) return undefined;
  const spans: Span[] = [];
  for (const part of parts) {
    const span = readSpan(part.trim(), bytes);
    if (span === 'malformed') return [];
    if (span) spans.push(span);
  }
  return spans;
}

function readSpan(text: string, bytes: number): Span | undefined | 'malformed' {
  const found = /^(\d{0,15})-(\d{0,15})$/.exec(text);
  const [, first = '', last = ''] = found ?? [];
  if (!found || (first === '' && last === '')) return 'malformed';
  if (first === '')
    return Number(last) === 0 || bytes === 0 ? undefined : { start: Math.max(0, bytes - Number(last)), end: bytes - 1 };
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return 'malformed';
  return start < bytes ? { start, end } : undefined;
}
