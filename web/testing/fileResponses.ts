/** For tests: what the server says about a file of so many bytes. */
export const headersOf = (name: string, bytes: number): Record<string, string> => ({
  'content-disposition': `attachment; filename="x"; filename*=UTF-8''${encodeURIComponent(name)}`,
  'content-length': `${bytes}`,
  etag: '"one"',
});

/** For tests: a file, at once. */
export const file = (name: string, text: string): Response =>
  new Response(text, { headers: headersOf(name, text.length) });

/** For tests: a file that begins with `text` and goes on when its gate, added to `gates`, is opened. */
export function slow(
  signal: AbortSignal | null,
  gates: (() => void)[],
  name: string,
  text: string,
  rest: string,
): Response {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(line) {
      line.enqueue(bytes.encode(text));
      signal?.addEventListener('abort', () => line.error(signal.reason));
      gates.push(() => {
        if (signal?.aborted) return;
        line.enqueue(bytes.encode(rest));
        line.close();
      });
    },
  });
  return new Response(body, { headers: headersOf(name, text.length + rest.length) });
}

/** For tests: `text` of a file of so many bytes, then the line breaks. */
export function broken(text: string, bytes: number): Response {
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    pull(line) {
      if (isFirst) line.enqueue(new TextEncoder().encode(text));
      else line.error(new TypeError('network error'));
      isFirst = false;
    },
  });
  return new Response(body, { headers: headersOf('x.mp3', bytes) });
}
