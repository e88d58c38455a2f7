import pg from 'pg';
import type { Log } from '../process/log.ts';

// Whether the database answers. A statement without an answer for a second is not given up as long as the database
// answers a probe on a connection of its own: it is slow. Otherwise every waiting statement fails at once, and later
// ones fail without a connection until a probe is answered.

/** The database does not answer, or it ended the connection: answered as 503. */
export class DatabaseUnavailable extends Error {
  constructor(cause?: unknown) {
    super('The database does not answer.', { cause });
    this.name = 'DatabaseUnavailable';
  }
  /** Every connection of the pool was in use for too long: `pg-pool` has only this message for it. */
  get isPoolBusy(): boolean {
    return (this.cause as Error | undefined)?.message === 'timeout exceeded when trying to connect';
  }
}

const PATIENCE_MS = 1_000;
const PROBE_MS = 600;
const PROBE_PAUSE_MS = 200;
/** How much later than PostgreSQL's own statement timeout a statement is given up. */
const MARGIN_MS = 2_000;

export interface Availability {
  /** Asks the database; answers within 0.6 s. */
  check(): Promise<boolean>;
  /**
   * Passes an answer on. `giveUp` is called when the database does not answer; it must close the connection.
   * @throws DatabaseUnavailable
   */
  watch<Answer>(answer: Promise<Answer>, giveUp: () => void): Promise<Answer>;
  /** @throws DatabaseUnavailable while the database is known not to answer */
  require(): void;
  close(): Promise<void>;
}

interface Options {
  /** 0: waits without limit, for commands. */
  statementTimeoutMs: number;
  /** Receives one line at the start and one at the end of an outage. */
  log?: Log | undefined;
}

export function createAvailability(config: pg.ClientConfig, { statementTimeoutMs, log }: Options): Availability {
  const isWatching = statementTimeoutMs > 0;
  let isDown = false;
  let isClosed = false;
  let client: pg.Client | undefined;
  let probe: Promise<boolean> | undefined;

  async function sendProbe(): Promise<boolean> {
    const probed = (client ??= await connectProbe());
    await withTimeout(probed.query('select 1'), PROBE_MS);
    return true;
  }

  async function connectProbe(): Promise<pg.Client> {
    const opened = new pg.Client({ ...config, connectionTimeoutMillis: PROBE_MS });
    opened
      .on('error', () => {})
      .on('end', () => {
        if (client === opened) client = undefined;
      });
    await opened.connect();
    return opened;
  }

  function check(): Promise<boolean> {
    probe ??= withTimeout(sendProbe(), PROBE_MS)
      .then(
        () => setDown(false),
        (reason: unknown) => setDown(true, reason),
      )
      .finally(() => {
        probe = undefined;
      });
    return probe;
  }

  function setDown(value: boolean, reason?: unknown): boolean {
    if (value) {
      destroyConnection(client);
      client = undefined;
    }
    if (value !== isDown && !isClosed) {
      isDown = value;
      if (isDown) log?.error({ err: reason }, 'Database does not answer');
      else log?.info('Database answers again');
    }
    if (isDown && !isClosed) setTimeout(() => void (isClosed || check()), PROBE_PAUSE_MS).unref();
    return !value;
  }

  function requireAvailable(): void {
    if (isDown && isWatching) throw new DatabaseUnavailable();
  }

  return {
    check,
    require: requireAvailable,
    watch: (answer, giveUp) => {
      if (!isWatching) {
        return answer.catch((reason: unknown) => {
          throw toUnavailable(reason);
        });
      }
      return new Promise((resolve, reject) => {
        const givenUpMs = performance.now() + statementTimeoutMs + MARGIN_MS;
        let isSettled = false;
        const onSlow = async () => {
          const answers = await check();
          if (isSettled) return;
          if (answers && performance.now() < givenUpMs) {
            timer = setTimeout(() => void onSlow(), PATIENCE_MS);
            return;
          }
          giveUp();
          reject(new DatabaseUnavailable());
        };
        let timer = setTimeout(() => void onSlow(), PATIENCE_MS);
        const settle = () => {
          isSettled = true;
          clearTimeout(timer);
        };
        answer.then(
          (value) => {
            settle();
            resolve(value);
          },
          (reason: unknown) => {
            settle();
            const problem = toUnavailable(reason);
            // Finds out whether this is an outage.
            if (problem !== reason && !isClosed) void check();
            reject(problem);
          },
        );
      });
    },
    async close() {
      isClosed = true;
      await probe;
      await client?.end();
    },
  };
}

/** Closes a connection without waiting for its statements, which `end` of a pipeline does. */
export function destroyConnection(client: pg.ClientBase | undefined): void {
  const { connection } = (client ?? {}) as { connection?: { stream: { destroy(): void } } };
  connection?.stream.destroy();
}

function withTimeout<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`no answer within ${ms} ms`));
    // Timers run before what has arrived is read: after a pause of the process, the answer may be there.
    const timer = setTimeout(() => setImmediate(giveUp), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Codes of PostgreSQL for a server that stops, starts or has no connection left, and codes of the network. */
const LOST = new Set(['57P01', '57P02', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT']);
for (const code of ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']) LOST.add(code);
/** Messages of `pg`, which have no code. */
const LOST_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded)/;

/** Other errors are returned as they are. */
function toUnavailable(reason: unknown): Error {
  const { code = '', message } = reason as Error & { code?: string };
  const isLost = LOST.has(code) || code.startsWith('08') || LOST_MESSAGE.test(message);
  return isLost ? new DatabaseUnavailable(reason) : (reason as Error);
}
