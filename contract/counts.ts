import * as z from 'zod/mini';
import { route } from './route.ts';

/** `releases` counts the gallery, `tohear` the releases of it that are to hear, `history` the played releases. */
export const Counts = z.object({
  releases: z.number(),
  tohear: z.number(),
  flagged: z.number(),
  playlists: z.number(),
  archived: z.number(),
  history: z.number(),
  /** Whether this account shares the shelf of its company; missing in answers of a node of the version before. */
  hasshelf: z.optional(z.boolean()),
});
export type Counts = z.infer<typeof Counts>;

/** `releases` and `tohear` may be ten seconds old when others publish or withdraw. */
export const counts = route({
  method: 'GET',
  path: '/counts',
  summary: 'Counts the lists of this account.',
  answer: Counts,
});
