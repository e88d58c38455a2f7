import * as z from 'zod/mini';
import { listOf, PageQuery } from '../catalogue.ts';
import { Line, RequiredLine } from '../fields.ts';
import { LabelId } from '../label.ts';
import { LINE_MAX } from '../limits.ts';
import { route } from '../route.ts';

// The lists of people that a label made. They are the label's own: nothing of them is shown to another label, and nothing
// of a list says whether an address has an account.

export const ListId = z.uuid();

export const LIST_NOTE_MAX = 2_000;
export const LIST_TAGS_MAX = 50;
/** Rows and bytes of an imported file, and columns. Proxies take bodies of that size, the same as parts of uploads. */
export const LIST_ROWS_MAX = 20_000;
export const LIST_FILE_BYTES_MAX = 4 * 1024 * 1024;
export const LIST_COLUMNS_MAX = 100;
/** Imports of an account in an hour, previews among them. */
export const LIST_IMPORTS_PER_HOUR = 300;

/** The media types of what is imported, besides text. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What a column of a table is. */
export const PersonField = z.enum([
  'address',
  'name',
  'firstname',
  'lastname',
  'company',
  'role',
  'country',
  'tags',
  'note',
]);
export type PersonField = z.infer<typeof PersonField>;

const Values = z._default(z.array(RequiredLine).check(z.maxLength(LIST_TAGS_MAX)), []);

/**
 * Who is in a group: people who match all that is named, by any of its values. Without `did` they are those of the lists of
 * the label; with it, recipients of its releases, whose companies and countries (ISO 3166 codes) are those of their accounts.
 */
export const GroupCondition = z.object({
  tags: Values,
  companies: Values,
  countries: Values,
  did: z._default(
    z.nullable(
      z.object({
        kind: z.enum(['opened', 'heard', 'downloaded', 'reacted']),
        /** Empty: of any. */
        artist: z._default(Line, ''),
        /** With each of so many of the latest releases; null: with any release. */
        last: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(20))), null),
      }),
    ),
    null,
  ),
});
export type GroupCondition = z.infer<typeof GroupCondition>;

export const PeopleList = z.object({
  listid: z.uuid(),
  labelid: z.uuid(),
  name: z.string(),
  /** Null for a list; a group has no people of its own. */
  condition: z.nullable(GroupCondition),
  people: z.number(),
  /** ISO instant, UTC, of the last change. */
  updated: z.string(),
});
export type PeopleList = z.infer<typeof PeopleList>;

export const ListedPerson = z.object({
  personid: z.uuid(),
  name: z.string(),
  company: z.string(),
  role: z.string(),
  address: z.string(),
  /** Further addresses of the same person, which are never mailed beside it. */
  also: z.array(z.string()),
  /** As it was written. */
  country: z.string(),
  note: z.string(),
  tags: z.array(z.string()),
  /** Mails to the address came back. */
  suppressed: z.boolean(),
  /** Left the mails of this label, by a link in one of them. */
  unsubscribed: z.boolean(),
});
export type ListedPerson = z.infer<typeof ListedPerson>;

const ListParams = z.object({ listid: ListId });

export const peopleLists = route({
  method: 'GET',
  path: '/label/lists',
  summary: 'Lists the lists of people of a label, by name.',
  refuses: ['LABEL_NOT_FOUND'],
  query: z.extend(PageQuery, { labelid: LabelId }),
  answer: listOf(PeopleList),
});

export const makeList = route({
  method: 'POST',
  path: '/label/lists',
  once: true,
  summary: 'Makes a list of people.',
  refuses: ['LABEL_NOT_FOUND', 'EDITORS_ONLY', 'LIST_NAME_TAKEN'],
  body: z.object({ labelid: LabelId, name: RequiredLine }),
  answer: PeopleList,
  status: 201,
});

export const makeGroup = route({
  method: 'POST',
  path: '/label/groups',
  once: true,
  summary: 'Makes a group of people by what is noted about them, or what they did.',
  refuses: ['LABEL_NOT_FOUND', 'EDITORS_ONLY', 'LIST_NAME_TAKEN'],
  body: z.object({ labelid: LabelId, name: RequiredLine, condition: GroupCondition }),
  answer: PeopleList,
  status: 201,
});

/** What conditions of groups may name; at most 200 each. */
export const groupChoices = route({
  method: 'GET',
  path: '/label/groups/choices',
  summary: 'Lists tags, companies and countries of the people of a label, and artists of its releases.',
  refuses: ['LABEL_NOT_FOUND'],
  query: z.object({ labelid: LabelId }),
  answer: z.object({
    tags: z.array(z.string()),
    companies: z.array(z.string()),
    countries: z.array(z.string()),
    artists: z.array(z.string()),
  }),
});

/** How an audience of lists and groups will hear of a release; each person once. */
export const ListCounts = z.object({
  /** People of lists, without those who are kept out. */
  listed: z.number(),
  /** Of them: mails reach them, come back, or are not wanted. */
  mailed: z.number(),
  suppressed: z.number(),
  unsubscribed: z.number(),
  /** Recipients of former releases, by what they did. */
  recipients: z.number(),
  /** Listed people who are kept out. */
  excluded: z.number(),
});
export type ListCounts = z.infer<typeof ListCounts>;

const LISTS_MAX = 100;
export const ListIds = z.array(z.uuid()).check(z.maxLength(LISTS_MAX));

export const countPeople = route({
  method: 'POST',
  path: '/label/groups/count',
  summary: 'Counts the people of several lists and groups, and of a group that is still to be made, each once.',
  refuses: ['LABEL_NOT_FOUND', 'LIST_NOT_FOUND'],
  body: z.object({
    labelid: LabelId,
    lists: z._default(ListIds, []),
    excluded: z._default(ListIds, []),
    condition: z._default(z.nullable(GroupCondition), null),
  }),
  answer: ListCounts,
});

export const peopleList = route({
  method: 'GET',
  path: '/label/lists/:listid',
  summary: 'Returns a list of people, without them.',
  params: ListParams,
  answer: z.extend(PeopleList, { mayedit: z.boolean(), tags: z.array(z.string()) }),
});

export const renameList = route({
  method: 'PATCH',
  path: '/label/lists/:listid',
  summary: 'Renames a list of people.',
  refuses: ['EDITORS_ONLY', 'LIST_NAME_TAKEN'],
  params: ListParams,
  body: z.object({ name: RequiredLine }),
  answer: PeopleList,
});

/** People who are on no other list of the label are forgotten. */
export const deleteList = route({
  method: 'DELETE',
  path: '/label/lists/:listid',
  summary: 'Deletes a list of people.',
  refuses: ['EDITORS_ONLY'],
  params: ListParams,
});

export const listPeople = route({
  method: 'GET',
  path: '/label/lists/:listid/people',
  summary: 'Lists the people of a list, by name.',
  params: ListParams,
  query: z.extend(PageQuery, {
    /** Words of name, address, company, role, country or tags. */
    filter: z._default(z.string().check(z.maxLength(LINE_MAX)), ''),
    tag: z.optional(z.string().check(z.maxLength(LINE_MAX))),
  }),
  answer: listOf(ListedPerson),
});

const PersonParams = z.extend(ListParams, { personid: z.uuid() });

/** The facts of a person are the same in all lists of the label. */
export const changePerson = route({
  method: 'PATCH',
  path: '/label/lists/:listid/people/:personid',
  summary: 'Changes what a label noted about a person of a list.',
  refuses: ['NOT_FOUND', 'EDITORS_ONLY'],
  params: PersonParams,
  body: z.object({
    name: z.optional(Line),
    company: z.optional(Line),
    role: z.optional(Line),
    country: z.optional(Line),
    note: z.optional(z.string().check(z.maxLength(LIST_NOTE_MAX))),
    tags: z.optional(z.array(RequiredLine).check(z.maxLength(LIST_TAGS_MAX))),
  }),
  answer: ListedPerson,
});

export const removePerson = route({
  method: 'DELETE',
  path: '/label/lists/:listid/people/:personid',
  summary: 'Takes a person off a list.',
  refuses: ['NOT_FOUND', 'EDITORS_ONLY'],
  params: PersonParams,
});

/** A row is `known` when its person is on a list of this label already, and `twice` when an earlier row has its address. */
export const ImportState = z.enum(['new', 'known', 'twice', 'wrong', 'hidden']);
export type ImportState = z.infer<typeof ImportState>;

export const ImportedRow = z.object({
  /** In the file, from 1. */
  row: z.number(),
  state: ImportState,
  address: z.string(),
  name: z.string(),
  suppressed: z.boolean(),
  unsubscribed: z.boolean(),
});
export type ImportedRow = z.infer<typeof ImportedRow>;

const Notes = z.enum([
  /** The file is no UTF-8: it was read as `charset`. */
  'charset',
  /** Cells that are merged over rows were filled. */
  'merged',
  /** The file came from Thunderbird, whose vCard export has categories and all addresses. */
  'vcard-has-more',
  /** Rows behind the limit were not read. */
  'cut',
]);

export const Imported = z.object({
  columns: z.array(
    z.object({
      /** Empty for a table without a heading. */
      heading: z.string(),
      /** Null: kept for the export, and not used. */
      field: z.nullable(PersonField),
      /** Of the first row that has one. */
      example: z.string(),
    }),
  ),
  new: z.number(),
  known: z.number(),
  /** Of the known ones, those who were only on other lists of the label and come to this one. */
  joining: z.number(),
  twice: z.number(),
  wrong: z.number(),
  /** Rows that a filter of the spreadsheet hides; left out unless `hidden` is `1`. */
  hidden: z.number(),
  suppressed: z.number(),
  unsubscribed: z.number(),
  notes: z.array(Notes),
  charset: z.string(),
  /** In the order of the file. */
  rows: z.array(ImportedRow),
});
export type Imported = z.infer<typeof Imported>;

/** Of a text that is no UTF-8. */
export const Charset = z.enum(['windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254']);

/**
 * Takes `text/csv`, `text/plain` (a pasted table, or a list of addresses) or an Excel workbook (.xlsx). Nobody is mailed. The
 * same file twice changes nothing: people are recognised by any of their addresses.
 */
export const importPeople = route({
  method: 'POST',
  path: '/label/lists/:listid/import',
  summary: 'Adds the people of a table to a list, or only says what would be added.',
  refuses: ['EDITORS_ONLY', 'LIST_IS_GROUP', 'TABLE_UNREADABLE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_MANY_REQUESTS'],
  params: ListParams,
  query: z.object({
    preview: z._default(z.enum(['true', 'false']), 'false'),
    /** What each column is, in their order and separated by commas; empty for none. Without it they are recognised. */
    columns: z.optional(z.string().check(z.maxLength(LIST_COLUMNS_MAX * 12), z.regex(/^[a-z,]*$/))),
    hidden: z._default(z.enum(['0', '1']), '0'),
    charset: z.optional(Charset),
  }),
  answer: Imported,
});

/** The headings, columns and order of what was imported. */
export const listTable = route({
  method: 'GET',
  path: '/label/lists/:listid.csv',
  summary: 'Returns a list of people as a table.',
  params: ListParams,
  file: 'text/csv',
});

export const ListChange = z.object({
  /** ISO instant, UTC. */
  at: z.string(),
  /** Null: the service itself. */
  by: z.nullable(z.string()),
  action: z.enum(['list.create', 'list.rename', 'list.import', 'list.change', 'list.remove', 'list.person-deleted']),
  /** The name that it got. */
  name: z.nullable(z.string()),
  /** Of an import: how many people were added, and how many changed. Of other actions: how many changed or left. */
  added: z.number(),
  people: z.number(),
});
export type ListChange = z.infer<typeof ListChange>;

export const listHistory = route({
  method: 'GET',
  path: '/label/lists/:listid/history',
  summary: 'Lists the changes of a list of people, the latest first.',
  params: ListParams,
  query: PageQuery,
  answer: listOf(ListChange),
});
