import type { ZipStatus } from '@promenade/contract/downloads';

export const createFileHeaders = (name: string, bytes: number): Record<string, string> => ({
  'content-disposition': `attachment; filename="x"; filename*=UTF-8''${encodeURIComponent(name)}`,
  'content-length': `${bytes}`,
  etag: '"one"',
});

export const createFileResponse = (name: string, text: string): Response =>
  new Response(text, { headers: createFileHeaders(name, text.length) });

/** A response that sends `start`, and `end` when the function that it adds to `gates` is called. */
export function createGatedResponse(
  signal: AbortSignal | null,
  gates: (() => void)[],
  name: string,
  start: string,
  end: string,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(start));
      signal?.addEventListener('abort', () => controller.error(signal.reason));
      gates.push(() => {
        if (signal?.aborted) return;
        controller.enqueue(encoder.encode(end));
        controller.close();
      });
    },
  });
  return new Response(body, { headers: createFileHeaders(name, start.length + end.length) });
}

/** A response that fails after `text`; `bytes` is the size of the complete file. */
export function createBrokenResponse(text: string, bytes: number): Response {
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isFirst) controller.enqueue(new TextEncoder().encode(text));
      else controller.error(new TypeError('network error'));
      isFirst = false;
    },
  });
  return new Response(body, { headers: createFileHeaders('x.mp3', bytes) });
}

/** The status of a zip of two tracks. */
export const createZipStatus = (
  status: ZipStatus['status'],
  progress: number,
  more: Partial<ZipStatus> = {},
): ZipStatus => ({ status, progress, bytes: 8_000_000, tracks: 2, omitted: [], ...more });
