import * as z from 'zod/mini';
import { listOf, PageQuery } from './catalogue.ts';
import { Confirmed, OneRelease, StaffDocument } from './label.ts';
import { route } from './route.ts';

export const HistoryEntry = z.object({
  changeid: z.string(),
  /** ISO instant, UTC. */
  at: z.string(),
  /** Name of a person; null for the command line and the service. */
  by: z.nullable(z.string()),
  /** As in the audit trail, such as `release.edit`. */
  action: z.string(),
  /** The changed fields. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** It can be set back: an edit, or for 30 days a delivery or another recording. */
  undoable: z.boolean(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** Newest first. */
export const releaseHistory = route({
  method: 'GET',
  path: '/label/releases/:releaseid/history',
  summary: 'Lists who changed what of a release, and when.',
  params: OneRelease,
  query: PageQuery,
  answer: listOf(HistoryEntry),
});

export const undoChange = route({
  method: 'POST',
  path: '/label/releases/:releaseid/history/:changeid/undo',
  summary:
    'Gives the fields of one edit the values that they had before it, or the release what it was before a delivery.',
  refuses: ['EDITORS_ONLY', 'CHANGE_NOT_FOUND', 'PACKAGE_NOT_GRANTED', 'STATE_UNCONFIRMED'],
  params: z.extend(OneRelease, { changeid: z.string() }),
  query: Confirmed,
  answer: StaffDocument,
});
