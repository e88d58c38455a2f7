import * as z from 'zod/mini';
import { listOf, PageQuery, ReleaseId } from './catalogue.ts';
import { LINE_MAX } from './limits.ts';
import { route } from './route.ts';

/** Editors change, viewers read; an operator may do both for every label. */
export const StaffRole = z.enum(['editor', 'viewer', 'operator']);
export type StaffRole = z.infer<typeof StaffRole>;

export const StaffLabel = z.object({
  labelid: z.uuid(),
  name: z.string(),
  role: StaffRole,
  /** How many releases it owns. */
  releases: z.number(),
});
export type StaffLabel = z.infer<typeof StaffLabel>;

/** By name. */
export const staffLabels = route({
  method: 'GET',
  path: '/label/labels',
  summary: 'Lists the labels that the calling account works for, with its role.',
  query: PageQuery,
  answer: listOf(StaffLabel),
});

/** Requirements decision 39. */
export const ReleaseState = z.enum(['draft', 'scheduled', 'available', 'ended', 'withdrawn']);
export type ReleaseState = z.infer<typeof ReleaseState>;

/** People are counted as in the report: without staff of the label and operators. */
export const StaffRelease = z.object({
  releaseid: ReleaseId,
  title: z.string(),
  artist: z.string(),
  thumbnail: z.nullable(z.string()),
  /** The owner. */
  labelid: z.nullable(z.uuid()),
  label: z.nullable(z.string()),
  state: ReleaseState,
  /** ISO instant, UTC. */
  available: z.string(),
  /** `YYYY-MM-DD` */
  impact: z.nullable(z.string()),
  tracks: z.number(),
  recipients: z.number(),
  opened: z.number(),
  heard: z.number(),
  downloaded: z.number(),
});
export type StaffRelease = z.infer<typeof StaffRelease>;

export const StaffReleaseSort = z.enum(['date', '-date', 'title', '-title', 'artist', '-artist', 'impact', '-impact']);
export type StaffReleaseSort = z.infer<typeof StaffReleaseSort>;

/** An operator sees the releases of all labels and those without an owner. */
export const staffReleases = route({
  method: 'GET',
  path: '/label/releases',
  summary: 'Lists the releases of the labels that the calling account works for.',
  query: z.extend(PageQuery, {
    labelid: z.optional(z.uuid()),
    state: z.optional(ReleaseState),
    /** Words of title, artist or UPC. */
    filter: z.optional(z.string().check(z.maxLength(LINE_MAX))),
    sort: z._default(StaffReleaseSort, '-date'),
  }),
  answer: listOf(StaffRelease),
});
