import type pg from 'pg';

/** Where statements get a connection from, and the way to let go of all. */
export interface Connections {
  connect(): Promise<Pick<pg.PoolClient, 'query' | 'release'>>;
  end(): Promise<void>;
}

/**
 * One connection in pipeline mode for many statements at once: the server has the next when it is done with one. A
 * connection that breaks fails the statements under way, and the next statement opens another.
 * @param make a client that is not connected yet
 */
export function shareConnection(make: () => pg.Client): Connections {
  let shared: Promise<pg.Client> | undefined;

  function open(): Promise<pg.Client> {
    const client = make();
    const opened = client.connect().then(() => client);
    const forget = () => {
      if (shared === opened) shared = undefined;
    };
    client.on('error', forget);
    opened.catch(forget);
    return opened;
  }

  return {
    async connect() {
      shared ??= open();
      const client = await shared;
      return { query: client.query.bind(client), release: () => {} };
    },
    async end() {
      await (await shared)?.end();
    },
  };
}
