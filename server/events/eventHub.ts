import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { ServerEvent } from '@promenade/contract/events';
import { EVENT_HEARTBEAT_MS, EVENT_STREAMS_MAX } from '@promenade/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_ENDED } from '../access/sessionQueries.ts';
import { listReportReaders, listWhoHad, listWhoLost } from '../catalogue/names/formerQueries.ts';
import { listEndedSince, RELEASE_WITHDRAWN } from '../catalogue/withdrawQueries.ts';
import type { AppContext } from '../platform/context.ts';
import { CHANGES, type Change } from '../platform/database/changes.ts';
import { listen } from '../platform/database/listen.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { listShelfReaders } from '../shelf/queries.ts';
import { listDeliveryReaders, listLiveSessions } from './queries.ts';

// The open event streams of this node. PostgreSQL notifies every node; each stream gets only what its account may know.
// A session that ended without a notification, such as an expired one, is found at the next heartbeat; the end date of a
// release, which comes without one too, within seconds.

const END_CHECK_MS = 2_000;
/** Changes within this time are one event: clearing all flags changes a shelf once for each flag. */
const SHELF_COLLECT_MS = 200;

export interface EventHub {
  /** Keeps the answer open; the oldest stream of an account with too many ends. */
  open(caller: Caller, request: FastifyRequest, reply: FastifyReply): void;
  /** Ends every stream. */
  close(): Promise<void>;
}

interface EventStream {
  caller: Caller;
  response: ServerResponse;
}

const listAccounts = (streams: EventStream[]): number[] => [...new Set(streams.map(({ caller }) => caller.accountid))];

/** What this node does before anybody is told. */
interface ChangeHandlers {
  /** A release was taken away from everyone or from one account. Called, too, when notifications may have been missed. */
  onTaken(): void;
  /** What these accounts see in lists changed. */
  onChanged(accountids: number[]): void;
}

export async function createEventHub(
  { db, pool, log, now }: Pick<AppContext, 'db' | 'pool' | 'log' | 'now'>,
  { onTaken, onChanged }: ChangeHandlers,
): Promise<EventHub> {
  const streams = new Set<EventStream>();
  let isClosed = false;

  function send(stream: EventStream, event: ServerEvent): void {
    write(stream, `data: ${JSON.stringify(event)}\n\n`);
  }

  /** A reader that leaves a full buffer unread is dropped; it connects again. */
  function write({ response }: EventStream, text: string): void {
    if (response.writableNeedDrain) response.destroy();
    else if (!response.writableEnded) response.write(text);
  }

  function sendWhere(isMeant: (caller: Caller) => boolean, event: ServerEvent): void {
    for (const stream of streams) if (isMeant(stream.caller)) send(stream, event);
  }

  function endSession(sessionid: string): void {
    for (const stream of streams) {
      if (stream.caller.sessionid !== sessionid) continue;
      send(stream, { type: 'session-ended' });
      stream.response.end();
    }
  }

  /** A role may have been taken away since the stream was opened, so that the database decides. */
  async function sendToStaff(event: ServerEvent, listMeant: (operators: number[]) => Promise<number[]>): Promise<void> {
    const operators = [...streams].filter(({ caller }) => caller.operator);
    const ids = new Set(await listMeant(listAccounts(operators)));
    sendWhere(({ accountid }) => ids.has(accountid), event);
  }

  async function sendWithdrawn(releaseid: string, listMeant: typeof listWhoHad): Promise<void> {
    const ids = new Set(await listMeant(db, releaseid, listAccounts([...streams])));
    sendWhere(({ accountid }) => ids.has(accountid), { type: 'release-withdrawn', releaseid });
  }

  /** By company, the releases that changed; null: who shares it. */
  const shelves = new Map<string, number[] | null>();
  let shelfTimer: NodeJS.Timeout | undefined;
  async function sendShelves(): Promise<void> {
    shelfTimer = undefined;
    const changed = [...shelves];
    shelves.clear();
    for (const [company, releases] of changed) {
      const ids = await listShelfReaders(db, { company, releases }, listAccounts([...streams]));
      onChanged(ids);
      sendWhere(({ accountid }) => ids.includes(accountid), { type: 'shelf-changed' });
    }
  }

  function collectShelf({ company, release }: Extract<Change, { type: 'shelf' }>): void {
    const releases = shelves.get(company);
    if (release === undefined || releases === null) shelves.set(company, null);
    else shelves.set(company, [...(releases ?? []), release]);
    shelfTimer ??= setTimeout(() => void sendShelves().catch(logFailure), SHELF_COLLECT_MS).unref();
  }

  async function handleChange(change: Change): Promise<void> {
    if (change.type === 'shelf') return collectShelf(change);
    if (change.type === 'report' || change.type === 'release') {
      const { type, releaseid } = change;
      return sendToStaff({ type: `${type}-changed`, releaseid }, (operators) =>
        listReportReaders(db, releaseid, operators),
      );
    }
    if (change.type === 'delivery') {
      const { deliveryid } = change;
      return sendToStaff({ type: 'delivery-changed', deliveryid }, (operators) =>
        listDeliveryReaders(db, deliveryid, operators),
      );
    }
    if (change.type === 'run') {
      const { runid, device, page } = change;
      return sendWhere(({ accountid }) => accountid === change.accountid, { type: 'run-changed', runid, device, page });
    }
    if (change.type === 'counts') {
      onChanged(change.accountids);
      const pages = new Map(change.accountids.map((id, index) => [id, change.pages?.[index] ?? undefined]));
      for (const stream of streams) {
        const { accountid } = stream.caller;
        if (pages.has(accountid)) send(stream, { type: 'counts-changed', page: pages.get(accountid) });
      }
      return;
    }
    onTaken();
    const { releaseid } = change;
    if (change.type === 'redelivered') return sendWithdrawn(releaseid, listWhoLost);
    sendWhere(({ accountid }) => accountid === change.accountid, { type: 'release-withdrawn', releaseid });
  }

  async function handleNotification(payload: string, channel: string): Promise<void> {
    if (channel === SESSION_ENDED) return endSession(payload);
    if (channel === CHANGES) return handleChange(JSON.parse(payload) as Change);
    onTaken();
    await sendWithdrawn(payload, listWhoHad);
  }

  async function endDeadSessions(): Promise<void> {
    if (streams.size === 0) return;
    const sessionids = [...new Set([...streams].map(({ caller }) => caller.sessionid))];
    const live = new Set(await listLiveSessions(db, sessionids, now()));
    for (const sessionid of sessionids) if (!live.has(sessionid)) endSession(sessionid);
  }

  let endsCheckedAt = now();
  async function sendEnds(): Promise<void> {
    const until = now();
    const ended = streams.size === 0 ? [] : await listEndedSince(db, endsCheckedAt, until);
    endsCheckedAt = until;
    if (ended.length > 0) onTaken();
    for (const releaseid of ended) await sendWithdrawn(releaseid, listWhoHad);
  }

  /** The streams stay open when the database does not answer. */
  const logFailure = (reason: unknown) => log.warn({ err: reason }, 'Could not send an event');

  const stopListening = await listen(pool, [SESSION_ENDED, RELEASE_WITHDRAWN, CHANGES], {
    onNotification: (payload, channel) => void handleNotification(payload, channel).catch(logFailure),
    onReconnect() {
      onTaken();
      endDeadSessions().catch(logFailure);
    },
  });
  const heartbeat = setInterval(() => {
    for (const stream of streams) write(stream, ':\n\n');
    endDeadSessions().catch(logFailure);
  }, EVENT_HEARTBEAT_MS).unref();
  const endCheck = setInterval(() => void sendEnds().catch(logFailure), END_CHECK_MS).unref();

  return {
    open(caller, request, reply) {
      const own = [...streams].filter((stream) => stream.caller.accountid === caller.accountid);
      if (isClosed) throw new Refusal('BUSY');
      reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' }).type('text/event-stream');
      if (request.method === 'HEAD') return void reply.send();
      // Behind some proxies the stream of a closed page stays open until the next heartbeat.
      for (const { response } of own.slice(0, Math.max(0, own.length + 1 - EVENT_STREAMS_MAX))) response.end();
      reply.hijack();
      const response = reply.raw;
      const stream = { caller, response };
      response.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
      streams.add(stream);
      // Also when the client has gone already.
      finished(response, () => streams.delete(stream));
      // Sends the headers at once.
      write(stream, ':\n\n');
      // The session may have ended since it was authenticated.
      endDeadSessions().catch(logFailure);
    },
    async close() {
      isClosed = true;
      clearInterval(heartbeat);
      clearInterval(endCheck);
      clearTimeout(shelfTimer);
      for (const { response } of streams) response.end();
      await stopListening();
    },
  };
}
