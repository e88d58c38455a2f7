import * as z from 'zod/mini';
import { listOf, PageQuery } from './catalogue.ts';
import { VersionText } from './fields.ts';
import { LINE_MAX, NOTE_MAX } from './limits.ts';
import { route } from './route.ts';

export const PlayerId = z.uuid();
const OnePerson = z.object({ playerid: PlayerId });

const Filter = z.optional(z.string().check(z.maxLength(LINE_MAX)));
const Names = z.array(z.string().check(z.maxLength(LINE_MAX))).check(z.maxLength(100));

/** How long a decision about an application can be taken back; its mail waits that long. */
export const DECISION_HOLD_MS = 10 * 60_000;

export const Applicant = z.object({
  playerid: z.uuid(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  /** ISO instant, UTC; null for an account that a command made. */
  appliedat: z.nullable(z.string()),
  /** What the person told at sign-up, by field. */
  answers: z.record(z.string(), z.string()),
  inviter: z.nullable(z.object({ name: z.string(), email: z.string(), relationship: z.string() })),
  /** Active accounts of the same company, and with an address of the same domain; at most 100. */
  samecompany: z.number(),
  samedomain: z.number(),
  decision: z.nullable(z.enum(['approved', 'rejected'])),
});
export type Applicant = z.infer<typeof Applicant>;

export const ApplicantState = z.enum(['waiting', 'decided']);

export const ApplicantSort = z.enum(['applied', '-applied']);
export type ApplicantSort = z.infer<typeof ApplicantSort>;

export const applicants = route({
  method: 'GET',
  path: '/operator/applications',
  role: 'operator',
  summary: 'Lists the applications that wait for a decision, or those whose decision can be taken back.',
  query: z.extend(PageQuery, {
    filter: Filter,
    state: z._default(ApplicantState, 'waiting'),
    sort: z._default(ApplicantSort, 'applied'),
  }),
  answer: listOf(Applicant),
});

export const decideApplication = route({
  method: 'POST',
  path: '/operator/applications/:playerid/decide',
  role: 'operator',
  summary: 'Approves or rejects an application; its mail leaves ten minutes later.',
  refuses: ['ACCOUNT_NOT_FOUND', 'APPLICATION_DECIDED'],
  params: OnePerson,
  body: z.object({
    decision: z.enum(['approved', 'rejected']),
    /** Names; of an approval. */
    packages: z._default(Names, []),
    verified: z._default(z.boolean(), false),
    /** Mailed with a rejection. */
    reason: z._default(z.string().check(z.maxLength(NOTE_MAX)), ''),
  }),
});

export const undoApplication = route({
  method: 'POST',
  path: '/operator/applications/:playerid/undo',
  role: 'operator',
  summary: 'Takes a decision and its mail back, within ten minutes.',
  refuses: ['ACCOUNT_NOT_FOUND', 'UNDO_TOO_LATE'],
  params: OnePerson,
});

export const AccountStatus = z.enum(['pending', 'active', 'disabled']);
export const AccountRole = z.enum(['verified', 'label_staff', 'operator']);
export type AccountRole = z.infer<typeof AccountRole>;

export const Account = z.object({
  playerid: z.uuid(),
  name: z.string(),
  /** The oldest address; empty for none. */
  email: z.string(),
  company: z.string(),
  status: AccountStatus,
  verified: z.boolean(),
  label_staff: z.boolean(),
  operator: z.boolean(),
  /** ISO instant, UTC; null when it never signed in. */
  seenat: z.nullable(z.string()),
});
export type Account = z.infer<typeof Account>;

export const AccountSort = z.enum(['name', '-name', 'company', '-company', 'created', '-created']);
export type AccountSort = z.infer<typeof AccountSort>;

export const accounts = route({
  method: 'GET',
  path: '/operator/people',
  role: 'operator',
  summary: 'Lists the accounts of this installation.',
  query: z.extend(PageQuery, {
    /** A part of a name, company or address, or a playerid; `total` is at most 1,000 then. */
    filter: Filter,
    status: z.optional(AccountStatus),
    role: z.optional(AccountRole),
    /** A name. */
    package: Filter,
    /** Those with an address that gets no mails, because mails came back. */
    mails: z.optional(z.literal('suppressed')),
    sort: z._default(AccountSort, 'name'),
  }),
  answer: listOf(Account),
});

export const AccountDetail = z.extend(Account, {
  /** Changes with status, roles, packages, labels and addresses. */
  version: VersionText,
  firstname: z.string(),
  title: z.string(),
  country: z.string(),
  phone: z.string(),
  haspassword: z.boolean(),
  createdat: z.string(),
  emails: z.array(z.string()),
  packages: z.array(z.string()),
  labels: z.array(z.object({ labelid: z.uuid(), name: z.string(), role: z.enum(['editor', 'viewer']) })),
  sessions: z.array(
    z.object({ startedat: z.string(), seenat: z.string(), username: z.string(), publicdevice: z.boolean() }),
  ),
  /** Limits of attempts that bind one of its addresses now, or did within a week. */
  locks: z.array(z.object({ at: z.string(), limit: z.string(), network: z.string() })),
  mails: z.array(
    z.object({
      mailid: z.uuid(),
      subject: z.string(),
      createdat: z.string(),
      sentat: z.nullable(z.string()),
      problem: z.nullable(z.string()),
    }),
  ),
  /** Addresses that get no mails but those needed to sign in, because mails came back. */
  suppressions: z.array(z.object({ address: z.string(), since: z.string(), reason: z.string() })),
  /** Releases that it has or will have. */
  releases: z.number(),
  /** Those that the action `exclude` took, which `include` gives back. */
  takenreleases: z.number(),
  /** When its owner requested the deletion. */
  deletionat: z.nullable(z.string()),
});
export type AccountDetail = z.infer<typeof AccountDetail>;

export const account = route({
  method: 'GET',
  path: '/operator/people/:playerid',
  role: 'operator',
  summary: 'Returns what an operator has to know of an account.',
  refuses: ['ACCOUNT_NOT_FOUND'],
  params: OnePerson,
  answer: AccountDetail,
});

export const changeAccount = route({
  method: 'PATCH',
  path: '/operator/people/:playerid',
  role: 'operator',
  summary: 'Changes roles, packages and labels of an account; If-Match has the version that is changed.',
  refuses: ['ACCOUNT_NOT_FOUND', 'IF_MATCH_REQUIRED', 'ACCOUNT_CHANGED', 'OWN_ACCOUNT', 'NOT_FOUND'],
  params: OnePerson,
  body: z.object({
    verified: z.optional(z.boolean()),
    label_staff: z.optional(z.boolean()),
    operator: z.optional(z.boolean()),
    /** Names of all packages that it holds then; without "Everyone", which every account holds. */
    packages: z.optional(Names),
    /** The role for a label; null takes it away. */
    label: z.optional(z.object({ labelid: z.uuid(), role: z.nullable(z.enum(['editor', 'viewer'])) })),
  }),
  answer: AccountDetail,
});

export const AccountAction = z.enum([
  'disable',
  'enable',
  'end-sessions',
  'send-sign-in-link',
  'send-password-link',
  'lift-locks',
  'lift-suppression',
  'exclude',
  'include',
  'delete',
]);
export type AccountAction = z.infer<typeof AccountAction>;

export const actOnAccount = route({
  method: 'POST',
  path: '/operator/people/:playerid/actions',
  role: 'operator',
  summary: 'Does one thing to an account: disables, signs out, mails a link …',
  refuses: ['ACCOUNT_NOT_FOUND', 'NOTHING_CHANGED', 'ACCOUNT_INACTIVE', 'OWN_ACCOUNT'],
  params: OnePerson,
  body: z.object({ action: AccountAction }),
});

export const exportAccount = route({
  method: 'GET',
  path: '/operator/people/:playerid/export',
  role: 'operator',
  summary: 'Returns everything that is stored about an account (requirements decision 42).',
  refuses: ['ACCOUNT_NOT_FOUND'],
  params: OnePerson,
  answer: z.record(z.string(), z.unknown()),
});
