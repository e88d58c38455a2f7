import pg from 'pg';
import type { Log } from '../process/log.ts';
import { isReadOnly } from './session.ts';

// Whether the database answers. A statement without an answer for a second is not given up as long as the database
// answers a probe on a connection of its own: it is slow. Otherwise every waiting statement fails at once, and later
// ones fail without a connection until a probe is answered. Whether the database takes changes is asked when it refused one.

/** The database does not answer, ended the connection, or takes no changes: answered as 503. */
export class DatabaseUnavailable extends Error {
  constructor(cause?: unknown, message = 'The database does not answer.') {
    super(message, { cause });
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
const TICKS = 6;
const READ_ONLY_PAUSE_MS = 1_000;
/** How much later than PostgreSQL's own statement timeout a statement is given up. */
const MARGIN_MS = 2_000;

export interface Availability {
  /** Asks the database; answers within 0.6 s. */
  check(): Promise<boolean>;
  /** Whether it refused a change as a standby or by `default_transaction_read_only`, until it takes changes again. */
  isReadOnly(): boolean;
  /**
   * Passes an answer on. `giveUp` is called when the database does not answer; it must close the connection. `retire` is
   * called when the session is read-only; it must close the connection when its statements are done.
   * @throws DatabaseUnavailable
   */
  watch<Answer>(answer: Promise<Answer>, giveUp: () => void, retire?: () => void): Promise<Answer>;
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
  let refusesChanges = false;
  let isClosed = false;
  let client: pg.Client | undefined;
  let connected: Promise<pg.Client> | undefined;
  let probe: Promise<boolean> | undefined;

  /** Resolves to whether the database is read-only. */
  async function sendProbe(): Promise<boolean> {
    return isReadOnly(await (connected ??= connectProbe()));
  }

  /** The probe limits the time itself: a timer of `pg` ends a connection that only waits for this process. */
  async function connectProbe(): Promise<pg.Client> {
    const opened = new pg.Client(config);
    client = opened;
    opened
      .on('error', () => {})
      .on('end', () => {
        if (client === opened) client = connected = undefined;
      });
    await opened.connect();
    return opened;
  }

  function check(): Promise<boolean> {
    probe ??= withTimeout(sendProbe(), PROBE_MS)
      .then(
        (value) => {
          setReadOnly(value);
          return setDown(false);
        },
        (reason: unknown) => setDown(true, reason),
      )
      .finally(() => {
        probe = undefined;
      });
    return probe;
  }

  function dropProbe(): void {
    destroyConnection(client);
    client = connected = undefined;
  }

  function setReadOnly(value: boolean): void {
    if (value !== refusesChanges && !isClosed) {
      refusesChanges = value;
      if (refusesChanges) log?.error('Database is read-only');
      else log?.info('Database takes changes again');
    }
    if (!refusesChanges || isClosed) return;
    // A session keeps the default that it began with.
    dropProbe();
    setTimeout(() => void (isClosed || check()), READ_ONLY_PAUSE_MS).unref();
  }

  /** The error of a refused change: a transaction that this code made read-only is a mistake and stays as it is. */
  async function findRefusal(reason: unknown): Promise<unknown> {
    if (!refusesChanges) {
      await probe;
      dropProbe();
      await check();
    }
    return refusesChanges ? new DatabaseUnavailable(reason, READ_ONLY_MESSAGE) : reason;
  }

  function setDown(value: boolean, reason?: unknown): boolean {
    if (value) dropProbe();
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
    isReadOnly: () => refusesChanges,
    require: requireAvailable,
    watch: (answer, giveUp, retire) => {
      if (!isWatching) {
        return answer.catch((reason: unknown) => {
          throw isReadOnlyError(reason) ? new DatabaseUnavailable(reason, READ_ONLY_MESSAGE) : toUnavailable(reason);
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
            if (isReadOnlyError(reason) && !isClosed) {
              retire?.();
              void findRefusal(reason).then(reject);
              return;
            }
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

/** A pause of the process, in which nothing that arrives is read, counts as one tick of an interval. */
function withTimeout<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
      // Timers run before what has arrived is read: the answer may be there.
      if (ticks === TICKS) setImmediate(() => reject(new Error(`no answer within ${ms} ms`)));
    }, ms / TICKS);
    promise.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

/** Codes of PostgreSQL for a server that stops, starts or has no connection left, and codes of the network. */
const LOST = new Set(['57P01', '57P02', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT']);
for (const code of ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']) LOST.add(code);
/** Messages of `pg`, which have no code. */
const LOST_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded|Query read timeout)/;

/** The PostgreSQL error for a change in a session that is read-only. */
const isReadOnlyError = (reason: unknown) => (reason as { code?: string }).code === '25006';
const READ_ONLY_MESSAGE = 'The database is read-only.';

/** Other errors are returned as they are. */
function toUnavailable(reason: unknown): Error {
  const { code = '', message } = reason as Error & { code?: string };
  const isLost = LOST.has(code) || code.startsWith('08') || LOST_MESSAGE.test(message);
  return isLost ? new DatabaseUnavailable(reason) : (reason as Error);
}
