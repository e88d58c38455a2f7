import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';

export interface NodeProxy {
  url: string;
  /** How many answers came from each node. */
  answered: () => number[];
}

/**
 * A proxy before several nodes, which take turns. A request that its node did not answer goes to the next one when
 * repeating it changes nothing, as proxies do; otherwise it is answered with 502. Call it at the top of a test file.
 */
export async function startNodeProxy(nodes: string[]): Promise<NodeProxy> {
  const answered = nodes.map(() => 0);
  let turn = 0;

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    turn += 1;
    const inTurn = nodes.map((_node, index) => (turn + index) % nodes.length);
    for (const index of inTurn) {
      try {
        const answer = await ask(nodes[index] ?? '', incoming, body);
        answered[index] = (answered[index] ?? 0) + 1;
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        // A node that dies meanwhile cuts the answer.
        answer.on('error', () => response.destroy()).pipe(response);
        return;
      } catch (reason) {
        const isUnsent = (reason as NodeJS.ErrnoException).code === 'ECONNREFUSED';
        if (!isUnsent && incoming.method !== 'GET' && incoming.method !== 'HEAD') break;
      }
    }
    response.writeHead(502).end();
  }

  const proxy = createServer((incoming, response) => void handle(incoming, response)).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  afterAll(async () => {
    proxy.closeAllConnections();
    await once(proxy.close(), 'close');
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, answered: () => [...answered] };
}

function ask(node: string, { url = '/', method = 'GET', headers }: IncomingMessage, body: Buffer) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(node + url, { method, headers: { ...headers, connection: 'close' } })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
}
