import * as z from 'zod/mini';
import { listOf, PageQuery } from './catalogue.ts';
import { Email } from './email.ts';
import { Line, RequiredLine, VersionText } from './fields.ts';
import { EMAIL_MAX, LINE_MAX, PASTE_MAX } from './limits.ts';
import { ProposedKind } from './releaseFields.ts';
import { route } from './route.ts';
import { APPLICANT_ROLES, Industry, reportFormats } from './signUp.ts';

/** What releases refer to by name. */
export const Vocabulary = z.enum([...ProposedKind.options, 'markets']);
export const NameKind = z.enum(['labels', 'packages', ...Vocabulary.options]);
export type NameKind = z.infer<typeof NameKind>;

/** A labelid, a number, or the id of a market. Another text names nothing. */
const NameId = z.pipe(
  z.string(),
  z.transform((text: string) => (/^[a-z0-9-]{1,64}$/.test(text) ? text : '')),
);
const OfKind = z.object({ kind: NameKind });
const OneName = z.object({ kind: NameKind, nameid: NameId });
const NameRef = z.object({ id: z.string(), name: z.string() });
const NewName = z.object({ name: RequiredLine });

export const Named = z.object({
  id: z.string(),
  name: z.string(),
  releases: z.number(),
  /** Accounts that hold the package, or work for the label; null for vocabulary. */
  people: z.nullable(z.number()),
  /** A label brought it: it stands on its releases, and is no filter until it is accepted. */
  proposed: z.boolean(),
  /** Names that are spelt almost the same; of a list of twins alone. */
  twins: z.array(NameRef),
});
export type Named = z.infer<typeof Named>;

export const NameSort = z.enum(['name', '-name', 'releases', '-releases']);
export type NameSort = z.infer<typeof NameSort>;

export const names = route({
  method: 'GET',
  path: '/operator/names/:kind',
  role: 'operator',
  summary: 'Lists labels, packages, genres, moods, instruments or markets with their releases.',
  params: OfKind,
  query: z.extend(PageQuery, {
    filter: z.optional(z.string().check(z.maxLength(LINE_MAX))),
    /** `1`: those that have a likely twin. */
    twins: z.optional(z.literal('1')),
    /** `1`: those that labels propose. */
    proposed: z.optional(z.literal('1')),
    sort: z._default(NameSort, 'name'),
  }),
  answer: listOf(Named),
});

export const makeName = route({
  method: 'POST',
  path: '/operator/names/:kind',
  once: true,
  role: 'operator',
  summary: 'Makes a label or a package.',
  refuses: ['NAME_TAKEN'],
  params: z.object({ kind: z.enum(['labels', 'packages']) }),
  body: NewName,
  answer: NameRef,
});

export const acceptName = route({
  method: 'POST',
  path: '/operator/names/:kind/:nameid/accept',
  role: 'operator',
  summary: 'Accepts a genre, mood or instrument that a label proposed: listeners can filter by it.',
  refuses: ['NOTHING_CHANGED'],
  params: z.object({ kind: ProposedKind, nameid: NameId }),
  answer: NameRef,
  status: 200,
});

export const renameName = route({
  method: 'PATCH',
  path: '/operator/names/:kind/:nameid',
  role: 'operator',
  summary: 'Renames one, with its releases; later deliveries may use the former name.',
  refuses: ['NAME_TAKEN', 'NAME_FIXED'],
  params: OneName,
  body: NewName,
  answer: NameRef,
});

/** What a merge moves. */
export const NameMerge = z.object({
  from: NameRef,
  into: NameRef,
  releases: z.number(),
  /** Releases with a UPC or id that both labels use; both stay. */
  doubles: z.number(),
  /** People who work for the label, or hold the package. */
  people: z.number(),
  /** Of them those who do so for the other one, too. */
  inboth: z.number(),
  grants: z.number(),
  /** Groups of versions of a recording. */
  works: z.number(),
  deliveries: z.number(),
  /** People who do not want mails of the label. */
  mailstops: z.number(),
});
export type NameMerge = z.infer<typeof NameMerge>;

export const previewNameMerge = route({
  method: 'GET',
  path: '/operator/names/:kind/:nameid/merge',
  role: 'operator',
  summary: 'Says what a merge would move.',
  refuses: ['NAME_FIXED'],
  params: OneName,
  query: z.object({ into: z._default(NameId, '') }),
  answer: NameMerge,
});

export const mergeNames = route({
  method: 'POST',
  path: '/operator/names/:kind/:nameid/merge',
  role: 'operator',
  summary: 'Moves everything to another one and deletes it; later deliveries may use its name.',
  refuses: ['NAME_FIXED'],
  params: OneName,
  body: z.object({ into: NameId }),
  answer: NameMerge,
});

export const StaffRole = z.enum(['editor', 'viewer']);
const PersonRow = z.object({ playerid: z.uuid(), name: z.string(), email: z.string() });

export const LabelDetail = z.object({
  id: z.uuid(),
  name: z.string(),
  contact: z.nullable(z.string()),
  /** Who applies by an invitation of it is approved without a review. */
  trusted: z.boolean(),
  releases: z.number(),
  staff: z.array(z.extend(PersonRow, { role: StaffRole })),
  /** Names of packages that were granted to it. */
  packages: z.array(z.string()),
});
export type LabelDetail = z.infer<typeof LabelDetail>;

const OneLabel = z.object({ nameid: NameId });

export const operatorLabel = route({
  method: 'GET',
  path: '/operator/labels/:nameid',
  role: 'operator',
  summary: 'Returns who works for a label, its contact address and its packages.',
  params: OneLabel,
  answer: LabelDetail,
});

/** An address or a playerid, in lower case. */
export const AccountName = z.union([
  Email,
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.trim().toLowerCase()),
    ),
    z.uuid(),
  ),
]);

export const changeLabel = route({
  method: 'PATCH',
  path: '/operator/labels/:nameid',
  role: 'operator',
  summary: 'Changes the contact address, one person, one package or the trust of a label.',
  refuses: ['ACCOUNT_NOT_FOUND', 'NOTHING_CHANGED'],
  params: OneLabel,
  body: z.object({
    /** Empty: none. */
    contact: z.optional(Line.check(z.maxLength(EMAIL_MAX))),
    /** Null: the account works for it no longer. */
    staff: z.optional(z.object({ account: AccountName, role: z.nullable(StaffRole) })),
    package: z.optional(z.object({ name: RequiredLine, granted: z.boolean() })),
    trusted: z.optional(z.boolean()),
  }),
  answer: LabelDetail,
});

export const PackageMember = z.extend(PersonRow, {
  company: z.string(),
  /** ISO instant, UTC. */
  since: z.string(),
  /** A rule gave it. */
  byrule: z.boolean(),
});
export type PackageMember = z.infer<typeof PackageMember>;

export const packageMembers = route({
  method: 'GET',
  path: '/operator/packages/:nameid/people',
  role: 'operator',
  summary: 'Lists the accounts that hold a package.',
  params: OneLabel,
  /** Words of a name, company or address. */
  query: z.extend(PageQuery, { filter: z.optional(z.string().check(z.maxLength(LINE_MAX))) }),
  answer: z.extend(listOf(PackageMember), {
    name: z.string(),
    /** Accounts, whatever the filter. */
    people: z.number(),
    /** Every label may deliver to it. */
    open: z.boolean(),
    releases: z.number(),
    /** Names of the labels that it was granted to. */
    labels: z.array(z.string()),
  }),
});

export const checkPackagePeople = route({
  method: 'POST',
  path: '/operator/packages/:nameid/people/check',
  role: 'operator',
  summary: 'Reads a pasted list of addresses and says whose accounts they are, and which of them hold a package.',
  params: OneLabel,
  body: z.object({ text: z.string().check(z.maxLength(PASTE_MAX)) }),
  answer: z.object({
    /** Each account once, by name. */
    people: z.array(z.extend(PersonRow, { holds: z.boolean() })),
    /** Addresses that no account has. */
    unknown: z.array(z.string()),
    /** What has no address or a wrong one. */
    wrong: z.array(z.string()),
  }),
  status: 200,
});

export const changePackage = route({
  method: 'PATCH',
  path: '/operator/packages/:nameid',
  role: 'operator',
  summary: 'Opens or closes a package for labels; adds or removes one account.',
  refuses: ['ACCOUNT_NOT_FOUND', 'NAME_FIXED', 'NOTHING_CHANGED'],
  params: OneLabel,
  body: z.object({
    open: z.optional(z.boolean()),
    member: z.optional(z.object({ account: AccountName, holds: z.boolean() })),
  }),
  answer: NameRef,
});

const someOf = <Value extends z.ZodMiniType<string>>(value: Value) =>
  z.optional(z.array(value).check(z.minLength(1), z.maxLength(300)));

/** Who holds a package by what they told: each field that is given matches, by any of its values. */
export const RuleCondition = z
  .object({
    /** Of the application. */
    industries: someOf(Industry),
    /** Of the profile; ISO 3166-1 alpha-2. */
    countries: someOf(z.string().check(z.regex(/^[A-Z]{2}$/, 'Please choose a country'))),
    /** Any of the three of the application. */
    formats: someOf(z.enum(reportFormats)),
    /** Of the application. */
    roles: someOf(z.enum(APPLICANT_ROLES)),
  })
  .check(z.refine((fields) => Object.values(fields).some((values) => values), 'Please choose at least one value'));
export type RuleCondition = z.infer<typeof RuleCondition>;

const RuleVersion = z.object({ version: VersionText });
/** Null: no rule. */
const NewRule = z.object({ condition: z.nullable(RuleCondition) });
/** How many people a rule adds and removes. */
const RuleCounts = z.object({ comes: z.number(), goes: z.number() });

export const packageRule = route({
  method: 'GET',
  path: '/operator/packages/:nameid/rule',
  role: 'operator',
  summary: 'Returns the rule of a package; who was added or removed by hand stays so, whatever it says.',
  params: OneLabel,
  answer: z.extend(NewRule, {
    ...RuleVersion.shape,
    /** Who made it: a name, or `command`. */
    by: z.nullable(z.string()),
    /** ISO instant, UTC. */
    at: z.nullable(z.string()),
  }),
});

const RuleChange = z.extend(PersonRow, { company: z.string(), country: z.string(), comes: z.boolean() });

export const previewPackageRule = route({
  method: 'POST',
  path: '/operator/packages/:nameid/rule/preview',
  role: 'operator',
  summary: 'Lists who would come to a package and go from it by a rule, and changes nothing.',
  refuses: ['NAME_FIXED'],
  params: OneLabel,
  query: PageQuery,
  body: NewRule,
  answer: z.extend(listOf(RuleChange), RuleCounts.shape),
  status: 200,
});

export const setPackageRule = route({
  method: 'PUT',
  path: '/operator/packages/:nameid/rule',
  role: 'operator',
  summary: 'Replaces the rule of a package, whose version If-Match has; people come and go within minutes.',
  refuses: ['NAME_FIXED', 'IF_MATCH_REQUIRED', 'EDITED_MEANWHILE'],
  params: OneLabel,
  body: NewRule,
  answer: z.extend(RuleCounts, RuleVersion.shape),
});
