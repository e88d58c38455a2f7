import { readFile } from 'node:fs/promises';
import { type NameKind, type NameMerge, RuleCondition, Vocabulary } from '@promenade/contract/operatorCatalogue';
import { ProposedKind } from '@promenade/contract/releaseFields';
import { changePackages } from '../accounts/account.ts';
import { acceptName, checkPackagePeople, getMembers, makeName, mergeNames, renameName } from '../accounts/names.ts';
import { getRule, previewRule, setRule } from '../accounts/packageRules.ts';
import { kindNames } from '../accounts/requireNamed.ts';
import type { AppContext } from '../platform/context.ts';
import { UsageError } from '../platform/process/command.ts';
import {
  ACCOUNT,
  type Commands,
  command,
  FILE,
  flag,
  LABEL,
  list,
  NAME,
  PACKAGE,
  type Print,
  TEXT,
  value,
} from './command.ts';

const KIND = value(
  'KIND',
  'a kind',
  (text) => Vocabulary.options.find((kind) => kindNames[kind] === text),
  'a kind: genre, mood, instrument, market',
);
const PROPOSED = value(
  'KIND',
  'a kind',
  (text) => ProposedKind.safeParse(KIND.parse(text)).data,
  'genre, mood or instrument, and one name',
);
const NEW = { ...NAME, name: 'NEW', one: 'a new name' };
const INTO = value('INTO', 'the name of another one');
const LATER = 'later deliveries may use the former name';

export const nameCommands: Commands = {
  ...createNameCommands('labels', LABEL),
  packages: command({
    arguments: { account: ACCOUNT },
    options: { add: list(NAME), remove: list(NAME) },
    summary: 'changes the packages of the account, and prints those that it holds; takes effect within 5 s',
    run: async (context, { account, ...changes }, print) => {
      const held = await changePackages(context, account, changes);
      const names = held.length === 0 ? 'no package' : held.join(', ');
      print(`${account} holds ${names}.`, { account, packages: held });
    },
  }),
  ...createNameCommands('packages', PACKAGE),
  'packages people': command({
    arguments: { package: PACKAGE },
    options: { find: value('WORDS', 'words'), add: FILE },
    summary:
      'prints who holds the package, by words of a name, company or address; --add gives it to the accounts of a list of addresses, ' +
      'such as a saved mail, a table with a column of addresses, or - for the standard input; who is no account is printed',
    run: async (context, { package: name, find: filter, add }, print) => {
      if (add !== undefined)
        return addPeople(context, name, await readFile(add === '-' ? '/dev/stdin' : add, 'utf8'), print);
      for (let page = 1, left = true; left; page++) {
        const { items, total } = await getMembers(context.db, name, { filter, page, pagesize: MEMBERS_AT_ONCE });
        for (const member of items)
          print([member.name, member.email, member.company].filter(Boolean).join(', '), member);
        left = page * MEMBERS_AT_ONCE < total;
      }
    },
  }),
  'packages rule': command({
    arguments: { package: PACKAGE },
    options: {
      industry: list(TEXT),
      country: list(TEXT),
      format: list(TEXT),
      role: list(TEXT),
      off: flag,
      preview: flag,
    },
    summary:
      'lets accounts hold the package by what they told; each option matches by any of its values. --preview: who would come and go. ' +
      '--off removes the rule, without options it is printed',
    check: ({ package: _name, off, preview, ...told }) => {
      const condition = readCondition(told);
      return off === Boolean(condition) && (off || preview) && 'packages rule needs either --off or what people told.';
    },
    run: async (context, { package: name, off, preview, ...told }, print) => {
      const condition = readCondition(told);
      if (preview) return printPreview(context, name, condition, print);
      if (!condition && !off) {
        const rule = await getRule(context.db, name);
        print(`${name}: ${rule.condition ? formatCondition(rule.condition) : 'no rule'}.`, rule);
        return;
      }
      const { comes, goes } = await setRule(context, name, condition);
      const rule = condition ? `${name} has the rule ${formatCondition(condition)}` : `${name} has no rule`;
      print(`${rule}: ${formatPeople(comes)} come and ${goes} go within minutes.`, { condition, comes, goes });
    },
  }),
  'vocabulary accept': command({
    arguments: { kind: PROPOSED, name: NAME },
    summary: 'accepts a genre, mood or instrument that a label proposed, so that it is a filter of the listeners',
    run: async (context, { kind, name }, print) => {
      const accepted = await acceptName(context, kind, name);
      print(`${accepted.name} is a filter now.`, accepted);
    },
  }),
  'vocabulary rename': command({
    arguments: { kind: KIND, name: NAME, other: NEW },
    summary: `renames a genre, mood, instrument or market; ${LATER}`,
    run: (context, { kind, name, other }, print) => rename(context, kind, [name, other], print),
  }),
  'vocabulary merge': command({
    arguments: { kind: KIND, name: NAME, into: INTO },
    summary: `merges a genre, mood, instrument or market into another one, which cannot be undone; ${LATER}`,
    run: (context, { kind, name, into }, print) => merge(context, kind, [name, into], print),
  }),
};

function createNameCommands(kind: 'labels' | 'packages', one: typeof LABEL): Commands {
  return {
    [`${kind} make`]: command({
      arguments: { name: NAME },
      summary: `makes one of the ${kind}`,
      run: async (context, { name }, print) => print(`${name} was made.`, await makeName(context, kind, name)),
    }),
    [`${kind} rename`]: command({
      arguments: { name: one, other: NEW },
      summary: `renames it; ${LATER}`,
      run: (context, { name, other }, print) => rename(context, kind, [name, other], print),
    }),
    [`${kind} merge`]: command({
      arguments: { name: one, into: INTO },
      summary: `merges it into another one, which cannot be undone; ${LATER}`,
      run: (context, { name, into }, print) => merge(context, kind, [name, into], print),
    }),
  };
}

type Names = [name: string, other: string];

async function rename(context: AppContext, kind: NameKind, [name, other]: Names, print: Print): Promise<void> {
  print(`${name} is now called ${other}.`, await renameName(context, kind, name, other));
}

async function merge(context: AppContext, kind: NameKind, [name, into]: Names, print: Print): Promise<void> {
  const moved = await mergeNames(context, kind, name, into);
  print(`${moved.from.name} is now ${moved.into.name}: ${formatMoved(moved)}.`, moved);
}

const MEMBERS_AT_ONCE = 500;

/** @throws one sentence when something in the list names nobody; the others hold the package then */
async function addPeople(context: AppContext, name: string, text: string, print: Print): Promise<void> {
  const { people, unknown, wrong } = await checkPackagePeople(context.db, name, text);
  const coming = people.filter(({ holds }) => !holds);
  for (const { playerid } of coming) await changePackages(context, playerid, { add: [name], remove: [] });
  const result = { added: coming.length, held: people.length - coming.length, unknown, wrong };
  print(`${formatPeople(result.added)} added, ${result.held} held ${name} already.`, result);
  for (const address of unknown) print(`  no account: ${address}`);
  for (const one of wrong) print(`  no address: ${one}`);
  const nobody = unknown.length + wrong.length;
  if (nobody > 0) throw new Error(`${count(nobody, 'entry names', 'entries name')} nobody.`);
}

const RULE_FIELDS = { industries: 'industry', countries: 'country', formats: 'format', roles: 'role' } as const;
type RuleField = keyof typeof RULE_FIELDS;
type Told = Record<(typeof RULE_FIELDS)[RuleField], string[]>;
const PREVIEW_ROWS = 100;

/** @throws UsageError */
function readCondition(told: Told): RuleCondition | null {
  const fields = Object.entries(RULE_FIELDS).filter(([, option]) => told[option].length > 0);
  if (fields.length === 0) return null;
  const parsed = RuleCondition.safeParse(Object.fromEntries(fields.map(([field, option]) => [field, told[option]])));
  if (parsed.success) return parsed.data;
  const { path = [], message = '' } = parsed.error.issues[0] ?? {};
  const option = RULE_FIELDS[path[0] as RuleField];
  throw new UsageError(`--${option} ${told[option][Number(path[1])] ?? ''}: ${message}.`);
}

async function printPreview(context: AppContext, name: string, condition: RuleCondition | null, print: Print) {
  const preview = await previewRule(context.db, name, condition, { page: 1, pagesize: PREVIEW_ROWS });
  print(`${name}: ${formatPeople(preview.comes)} would come, ${preview.goes} would go.`, preview);
  for (const { comes, name: person, email, company, country } of preview.items)
    print(`  ${comes ? '+' : '-'} ${[person, email, company, country].filter(Boolean).join(', ')}`);
  if (preview.total > preview.items.length) print(`  and ${preview.total - preview.items.length} more`);
}

const formatCondition = (condition: RuleCondition): string =>
  (Object.keys(RULE_FIELDS) as RuleField[])
    .flatMap((field) => (condition[field] ? [`${RULE_FIELDS[field]} ${condition[field].join(' or ')}`] : []))
    .join(', ');

const formatPeople = (people: number) => count(people, 'person', 'people');

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

const formatMoved = ({ releases, people, grants }: NameMerge): string =>
  [count(releases, 'release'), count(people, 'person', 'people'), count(grants, 'grant')].join(', ');
