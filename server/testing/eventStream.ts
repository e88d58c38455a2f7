import { ServerEvent } from '@promenade/contract/events';
import type { SignedIn } from './testServer.ts';

export interface EventStream {
  response: Response;
  text: () => string;
  events: () => ServerEvent[];
  isClosed: () => boolean;
  stop(): void;
}

/** Opens the event stream of a session at the server of this address. */
export async function openEventStream(url: string, { token }: Pick<SignedIn, 'token'>): Promise<EventStream> {
  const controller = new AbortController();
  const response = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'zstd, gzip, br' },
    signal: controller.signal,
  });
  let text = '';
  let isClosed = false;
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
  };
  void read()
    .catch(() => {})
    .finally(() => {
      isClosed = true;
    });
  const lines = () => text.split('\n').filter((line) => line.startsWith('data: '));
  return {
    response,
    text: () => text,
    events: () => lines().map((line) => ServerEvent.parse(JSON.parse(line.slice(6)))),
    isClosed: () => isClosed,
    stop: () => controller.abort(),
  };
}
