import * as z from 'zod/mini';
import { listOf, PageQuery } from './catalogue.ts';
import { Email } from './email.ts';
import { Line, VersionText } from './fields.ts';
import { LINE_MAX, NOTE_MAX } from './limits.ts';
import { Mail } from './operator.ts';
import { MailFrequency } from './profile.ts';
import { route } from './route.ts';

export const PlayerId = z.uuid();
const OnePerson = z.object({ playerid: PlayerId });

const Filter = z.optional(z.string().check(z.maxLength(LINE_MAX)));
const Names = z.array(z.string().check(z.maxLength(LINE_MAX))).check(z.maxLength(100));

/** How long a decision about an application can be taken back; its mail waits that long. */
export const DECISION_HOLD_MS = 10 * 60_000;

const PersonName = z.object({ playerid: z.uuid(), name: z.string() });
export const ApplicationDecision = z.enum(['approved', 'rejected']);

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
  /** The first few people of the company and of the mail domain. */
  company_people: z.array(PersonName),
  domain_people: z.array(PersonName),
  /** The last one; null while the application waits. */
  decided: z.nullable(
    z.object({
      decision: ApplicationDecision,
      /** ISO instants, UTC; `until` is null once it can no longer be taken back. */
      at: z.string(),
      until: z.nullable(z.string()),
      /** The name of an operator, else `command`. */
      by: z.string(),
      reason: z.string(),
      packages: z.array(z.string()),
      verified: z.boolean(),
    }),
  ),
});
export type Applicant = z.infer<typeof Applicant>;

/** `decided`: it can be taken back. */
export const ApplicantState = z.enum(['waiting', 'decided', 'approved', 'rejected']);

export const ApplicantSort = z.enum(['applied', '-applied']);
export type ApplicantSort = z.infer<typeof ApplicantSort>;

export const applicants = route({
  method: 'GET',
  path: '/operator/applications',
  role: 'operator',
  summary: 'Lists the applications that wait for a decision, can be taken back, were approved or were rejected.',
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
  once: true,
  role: 'operator',
  summary: 'Approves or rejects an application; its mail leaves ten minutes later.',
  refuses: ['ACCOUNT_WITHOUT_EMAIL', 'APPLICATION_DECIDED'],
  params: OnePerson,
  body: z.object({
    decision: ApplicationDecision,
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
  refuses: ['ACCOUNT_WITHOUT_EMAIL', 'UNDO_TOO_LATE'],
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
    /** Those who told a country that an operator has not approved, and that would bring packages by rules. */
    waits: z.optional(z.literal('country')),
    sort: z._default(AccountSort, 'name'),
  }),
  answer: listOf(Account),
});

export const AccountDetail = z.extend(Account, {
  /** Changes with status, roles, packages, labels, addresses, name, company and mail frequency. */
  version: VersionText,
  firstname: z.string(),
  lastname: z.string(),
  title: z.string(),
  /** Whether an operator vouched for the company: its colleagues may share a shelf. */
  companyapproved: z.boolean(),
  country: z.string(),
  /** Null when rules read the country. `packages`: names of those that accepting it gives. */
  countrycheck: z.nullable(
    z.object({ approved: z.nullable(z.string()), isrefused: z.boolean(), packages: z.array(z.string()) }),
  ),
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
  /** Of the last days, newest first. */
  mails: z.array(Mail),
  /** Addresses that get no mails but those needed to sign in, because mails came back. */
  suppressions: z.array(z.object({ address: z.string(), since: z.string(), reason: z.string() })),
  mailpref: MailFrequency,
  /** Labels whose release mails the person stopped. */
  stoppedlabels: z.array(z.object({ labelid: z.uuid(), name: z.string() })),
  /** What operators wrote down, newest first, at most 50. */
  notes: z.array(z.object({ noteid: z.uuid(), at: z.string(), by: z.string(), note: z.string() })),
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
  params: OnePerson,
  answer: AccountDetail,
});

export const changeAccount = route({
  method: 'PATCH',
  path: '/operator/people/:playerid',
  role: 'operator',
  summary: 'Changes what an account is and may; If-Match has the version that is changed.',
  refuses: ['IF_MATCH_REQUIRED', 'ACCOUNT_CHANGED', 'OWN_ACCOUNT', 'EMAIL_TAKEN', 'NOT_YOUR_EMAIL', 'ONLY_EMAIL'],
  params: OnePerson,
  body: z.object({
    verified: z.optional(z.boolean()),
    label_staff: z.optional(z.boolean()),
    operator: z.optional(z.boolean()),
    /** Names of all packages that it holds then; without "Everyone", which every account holds. */
    packages: z.optional(Names),
    /** The role for a label; null takes it away. */
    label: z.optional(z.object({ labelid: z.uuid(), role: z.nullable(z.enum(['editor', 'viewer'])) })),
    firstname: z.optional(Line),
    lastname: z.optional(Line),
    /** Vouches for it. */
    company: z.optional(Line),
    mailpref: z.optional(MailFrequency),
    /** An address that the operator knows to be of this person. */
    addemail: z.optional(Email),
    /** Its sessions end. */
    removeemail: z.optional(Email),
    /** Whether the mails of a label are stopped. */
    labelmails: z.optional(z.object({ labelid: z.uuid(), stopped: z.boolean() })),
  }),
  answer: AccountDetail,
});

export const decideCountry = route({
  method: 'POST',
  path: '/operator/people/:playerid/country',
  role: 'operator',
  summary: 'Accepts or refuses the country of an account: rules of packages read what was accepted.',
  refuses: ['ACCOUNT_CHANGED', 'NOTHING_CHANGED'],
  params: OnePerson,
  body: z.object({ country: Line, accepted: z.boolean() }),
});

export const previewPackages = route({
  method: 'POST',
  path: '/operator/people/:playerid/preview',
  role: 'operator',
  summary: 'Counts the releases that an account would get and lose with other packages.',
  params: OnePerson,
  body: z.object({ packages: Names }),
  answer: z.object({ gained: z.number(), lost: z.number() }),
});

export const makeAccount = route({
  method: 'POST',
  path: '/operator/people',
  once: true,
  role: 'operator',
  summary: 'Makes an account and mails a link that sets its password.',
  refuses: ['EMAIL_TAKEN'],
  body: z.object({
    email: Email,
    firstname: z._default(Line, ''),
    lastname: z._default(Line, ''),
    company: z._default(Line, ''),
    verified: z._default(z.boolean(), false),
    packages: z._default(Names, []),
  }),
  answer: OnePerson,
});

export const addNote = route({
  method: 'POST',
  path: '/operator/people/:playerid/notes',
  once: true,
  role: 'operator',
  summary: 'Writes a note down about a person, for operators.',
  params: OnePerson,
  body: z.object({ note: z.string().check(z.trim(), z.minLength(1), z.maxLength(NOTE_MAX)) }),
});

export const deleteNote = route({
  method: 'DELETE',
  path: '/operator/people/:playerid/notes/:noteid',
  role: 'operator',
  summary: 'Deletes a note about a person.',
  params: z.object({ playerid: PlayerId, noteid: z.uuid() }),
});

export const AccountAction = z.enum([
  'verify',
  'unverify',
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
  refuses: ['ACCOUNT_WITHOUT_EMAIL', 'NOTHING_CHANGED', 'ACCOUNT_INACTIVE', 'OWN_ACCOUNT'],
  params: OnePerson,
  body: z.object({ action: AccountAction }),
});

export const exportAccount = route({
  method: 'GET',
  path: '/operator/people/:playerid/export',
  role: 'operator',
  summary: 'Returns everything that is stored about an account (requirements decision 42).',
  params: OnePerson,
  answer: z.record(z.string(), z.unknown()),
});
