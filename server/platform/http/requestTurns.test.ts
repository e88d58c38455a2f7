import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startInTurns } from './requestTurns.ts';

/** Starts one request a turn and lists the addresses of those that were started. */
async function listen(onStart: (request: IncomingMessage, response: ServerResponse) => void) {
  const started: string[] = [];
  const start = startInTurns((request, response) => {
    started.push(request.url ?? '');
    onStart(request, response);
  }, 1);
  const server = createServer(start).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** One packet, so that all requests come in one turn. */
  const send = (...paths: string[]) => {
    const last = paths.length - 1;
    const requests = paths.map((path, index) => {
      return `GET ${path} HTTP/1.1\r\nhost: x\r\n${index === last ? 'connection: close\r\n' : ''}\r\n`;
    });
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(requests.join(''));
    return text(socket).catch(() => '');
  };
  return { started, send };
}

test.each(['/api/audio/stream/a.mp3', '/api/player/v2/video/stream/a.mp4', '/health/live'])(
  '%s is started before requests that came earlier and wait for their turn; all are answered in their order',
  async (path) => {
    const { started, send } = await listen((request, response) => response.end(`answer ${request.url}`));
    const answers = await send('/api/release?page=1', '/api/release?page=2', '/api/release?page=3', path);
    const [first, ...others] = ['/api/release?page=1', '/api/release?page=2', '/api/release?page=3'];
    expect(started).toEqual([first, path, ...others]);
    expect(answers.match(/answer .*?(?=HTTP|$)/g)).toEqual([first, ...others, path].map((url) => `answer ${url}`));
  },
);

test('a request whose client has gone before its turn is not started, and those of others are', async () => {
  const { started, send } = await listen((request, response) => {
    if (request.url === '/leave') request.socket.destroy();
    else response.end();
  });
  await Promise.all([send('/leave', '/waits'), send('/stays')]);
  expect(started.toSorted()).toEqual(['/leave', '/stays']);
});
