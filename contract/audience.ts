import * as z from 'zod/mini';
import { listOf, PageQuery, ReleaseId } from './catalogue.ts';
import { StaffPerson } from './label.ts';
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
