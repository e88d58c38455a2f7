import * as z from 'zod/mini';
import { route } from './route.ts';

/** What the stream tells a signed-in browser (requirements decision 41). */
export const ServerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session-ended') }),
  z.object({ type: z.literal('release-withdrawn'), releaseid: z.uuid() }),
  z.object({ type: z.literal('counts-changed') }),
  /** `device` leads the run from now on. */
  z.object({ type: z.literal('run-changed'), runid: z.uuid(), device: z.optional(z.uuid()) }),
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
