import * as z from 'zod/mini';
import { listOf, PageQuery, ReleaseId } from './catalogue.ts';
import { Email } from './email.ts';
import { OneRelease, StaffDocument, StaffPerson } from './label.ts';
import { LINE_MAX } from './limits.ts';
import { route } from './route.ts';

export const AudienceMember = z.extend(StaffPerson, {
  /** Names of the packages of the release that the person holds; none: delivered to singly, or a former recipient. */
  packages: z.array(z.string()),
  /** Had the release and lost it. */
  former: z.boolean(),
});
export type AudienceMember = z.infer<typeof AudienceMember>;

/** By name; the accounts of typed addresses are no part of a draft. */
export const audiencePeople = route({
  method: 'GET',
  path: '/label/releases/:releaseid/audience',
  summary: 'Lists the recipients of a release, also of a draft.',
  params: z.object({ releaseid: ReleaseId }),
  query: z.extend(PageQuery, { filter: z._default(z.string().check(z.maxLength(LINE_MAX)), '') }),
  answer: listOf(AudienceMember),
});

/**
 * Of another release of the same label: packages that the label may still deliver to, single people, lists and groups, press
 * text, words of the mail, sharing, commenting and downloads. What was there of these is replaced.
 */
export const copyTemplate = route({
  method: 'POST',
  path: '/label/releases/:releaseid/template',
  summary:
    'Gives a draft the audience, texts and terms of an earlier release; If-Match has the version that is changed.',
  refuses: ['EDITORS_ONLY', 'IF_MATCH_REQUIRED', 'EDITED_MEANWHILE', 'RELEASE_PUBLISHED'],
  params: OneRelease,
  body: z.object({ from: ReleaseId }),
  answer: StaffDocument,
});

const NAMES_MAX = 100;
/** Single people, and addresses, of one release. */
export const AUDIENCE_MAX = 1000;

export const setAudience = route({
  method: 'PUT',
  path: '/label/releases/:releaseid/audience',
  summary: 'Decides who receives a release; If-Match has the version that is changed.',
  refuses: ['EDITORS_ONLY', 'IF_MATCH_REQUIRED', 'EDITED_MEANWHILE', 'PACKAGE_NOT_GRANTED', 'LIST_NOT_FOUND'],
  params: OneRelease,
  body: z.object({
    packages: z.array(z.string().check(z.maxLength(LINE_MAX))).check(z.maxLength(NAMES_MAX)),
    people: z.array(z.uuid()).check(z.maxLength(AUDIENCE_MAX)),
    excluded: z.array(z.uuid()).check(z.maxLength(AUDIENCE_MAX)),
    addresses: z.array(Email).check(z.maxLength(AUDIENCE_MAX)),
    /** By listid; without them they stay as they are. */
    lists: z.optional(z.array(z.uuid()).check(z.maxLength(NAMES_MAX))),
    excludedlists: z.optional(z.array(z.uuid()).check(z.maxLength(NAMES_MAX))),
  }),
  answer: StaffDocument,
});
