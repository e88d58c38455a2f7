import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Connection } from '../platform/database/db.ts';

export interface DatabaseProxy {
  connection: Connection;
  /** Passes nothing on any more, also on new connections, which stay open. */
  freeze(): void;
  /** Passes nothing on any more on the connections of now, which stay open; new ones work. */
  silence(): void;
  /** Ends every connection as some poolers do: says so several times. */
  end(): void;
  /** Ends every connection and refuses new ones. */
  stop(): Promise<void>;
  /** Works again, with new connections. */
  start(): Promise<void>;
}

/** A TCP proxy before the socket of a database, which can freeze or stop. Call it at the top of a test file. */
export async function startDatabaseProxy(connection: Connection): Promise<DatabaseProxy> {
  const clients = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let isFrozen = false;
  const proxy = createServer((client) => {
    clients.add(client);
    const server = isFrozen ? undefined : connect(join(String(connection.host), '.s.PGSQL.5432'));
    const isPassing = () => !isFrozen && !silent.has(client);
    client.on('data', (bytes) => isPassing() && server?.write(bytes)).on('error', () => {});
    server?.on('data', (bytes) => isPassing() && client.write(bytes)).on('error', () => {});
    client.once('close', () => {
      clients.delete(client);
      server?.destroy();
    });
    server?.once('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const closeAll = async () => {
    for (const client of clients) client.destroy();
    proxy.close();
    await once(proxy, 'close');
  };
  afterAll(async () => void (proxy.listening && (await closeAll())));
  return {
    connection: { ...connection, host: '127.0.0.1', port },
    freeze() {
      isFrozen = true;
    },
    silence() {
      for (const client of clients) silent.add(client);
    },
    end() {
      for (const client of clients) {
        for (let times = 0; times < 3; times += 1) client.write(createFatalError());
        client.end();
      }
    },
    stop: closeAll,
    async start() {
      if (proxy.listening) {
        for (const client of clients) client.destroy();
      } else {
        proxy.listen(port, '127.0.0.1');
        await once(proxy, 'listening');
      }
      isFrozen = false;
    },
  };
}

/** An ErrorResponse: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function createFatalError(): Buffer {
  const fields = Buffer.from('SFATAL\0C57P05\0Mterminating connection due to idle-session timeout\0\0');
  const header = Buffer.from('E\0\0\0\0');
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}
