import type { IncomingMessage, ServerResponse } from 'node:http';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests that are started in one turn of the event loop. */
const STARTED_MAX = 8;
/** Songs and health checks. By the beginning of the address alone: one that is spelt otherwise only comes later. */
const IMMEDIATE = /^\/(health|api\/(player\/v2\/)?(audio|video))\//;

/**
 * Starts a few requests in each turn of the event loop and leaves the others, in their order, to the next turns. When a
 * thousand clients send at the same moment, songs would otherwise wait until all of them are queued or refused.
 */
export function startInTurns(handle: Handler, startedMax = STARTED_MAX): Handler {
  let waiting: [IncomingMessage, ServerResponse][] = [];
  /** In this turn. */
  let started = 0;

  function startTurn(): void {
    started = 0;
    const next = waiting.slice(0, startedMax);
    waiting = waiting.slice(startedMax);
    for (const [request, response] of next) {
      // The connection was closed before the hooks could listen for its end, which would never come.
      if (!request.socket.destroyed) start(request, response);
    }
    if (started === 0 && waiting.length > 0) setImmediate(startTurn);
  }

  function start(request: IncomingMessage, response: ServerResponse): void {
    if (started === 0) setImmediate(startTurn);
    started += 1;
    handle(request, response);
  }

  return (request, response) => {
    if (IMMEDIATE.test(request.url ?? '')) handle(request, response);
    else if (waiting.length === 0 && started < startedMax) start(request, response);
    else waiting.push([request, response]);
  };
}
