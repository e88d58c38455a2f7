/** The offsets of the first and the last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

const RANGES_MAX = 16;

/**
 * Parses a Range header for a file of `bytes` (RFC 9110 §14). Undefined: send the whole file. An empty list: not
 * satisfiable (416); nginx answers malformed ranges in the same way. Overlapping ranges are merged, so that no answer is
 * longer than the file, and come in ascending order.
 */
export function parseRangeHeader(header: string | undefined, bytes: number): ByteRange[] | undefined {
  const [, list] = /^bytes=(.*)$/i.exec(header ?? '') ?? [];
  if (list === undefined) return undefined;
  // Empty elements of a list are skipped (RFC 9110 §5.6.1).
  const parts = list.split(',').map((part) => part.trim());
  const ranges = parts.filter((part) => part !== '').map((part) => parseRange(part, bytes));
  if (ranges.length > RANGES_MAX) return undefined;
  if (ranges.includes('malformed')) return [];
  return mergeRanges(ranges.filter((range): range is ByteRange => typeof range === 'object'));
}

function mergeRanges(ranges: ByteRange[]): ByteRange[] {
  const merged: ByteRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end + 1) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

function parseRange(text: string, bytes: number): ByteRange | undefined | 'malformed' {
  const match = /^(\d*)-(\d*)$/.exec(text);
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return 'malformed';
  if (first === '')
    return Number(last) === 0 || bytes === 0 ? undefined : { start: Math.max(0, bytes - Number(last)), end: bytes - 1 };
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return 'malformed';
  return start < bytes ? { start, end } : undefined;
}
