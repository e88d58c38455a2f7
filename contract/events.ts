import * as z from 'zod/mini';
import { route } from './route.ts';

/**
 * Request header of a page that shows its change itself: a random UUID of the page. Its events say it, so that the page
 * fetches nothing again; every other page does.
 */
export const PAGE_HEADER = 'page-id';
const page = z.optional(z.uuid());

/** What the stream tells a signed-in browser (requirements decision 41). */
export const ServerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session-ended') }),
  z.object({ type: z.literal('release-withdrawn'), releaseid: z.uuid() }),
  z.object({ type: z.literal('counts-changed'), page }),
  /** `device` leads the run from now on. */
  z.object({ type: z.literal('run-changed'), runid: z.uuid(), device: z.optional(z.uuid()), page }),
  /** The shelf of the company. */
  z.object({ type: z.literal('shelf-changed') }),
  z.object({ type: z.literal('report-changed'), releaseid: z.uuid() }),
  z.object({ type: z.literal('release-changed'), releaseid: z.uuid() }),
  z.object({ type: z.literal('delivery-changed'), deliveryid: z.uuid() }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;

/** Each `data:` line is a `ServerEvent` as JSON; a comment line comes every 20 seconds. */
export const events = route({
  method: 'GET',
  path: '/events',
  summary: 'Streams events of the session until it ends.',
  file: 'text/event-stream',
});
