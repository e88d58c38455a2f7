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
  let shared: ReturnType<typeof open> | undefined;

  function open(): Promise<pg.Client & Pick<pg.PoolClient, 'release'>> {
    const client = Object.assign(make(), { release: () => {} });
    const opened = client.connect().then(() => client);
    const forget = () => {
      if (shared === opened) shared = undefined;
    };
    client.on('error', forget);
    opened.catch(forget);
    return opened;
  }

  return {
    connect() {
      shared ??= open();
      return shared;
    },
    async end() {
      // One that never opened has nothing to let go of.
      const client = await shared?.catch(() => undefined);
      await client?.end();
    },
  };
}
