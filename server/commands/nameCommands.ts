import { readFile } from 'node:fs/promises';
import { type NameKind, type NameMerge, RuleCondition, Vocabulary } from '@promenade/contract/operatorCatalogue';
import { ProposedKind } from '@promenade/contract/releaseFields';
import { changePackages } from '../accounts/account.ts';
import { acceptName, checkPackagePeople, getMembers, makeName, mergeNames, renameName } from '../accounts/names.ts';
import { getRule, previewRule, setRule } from '../accounts/packageRules.ts';
import { kindNames } from '../accounts/requireNamed.ts';
import type { AppContext } from '../platform/context.ts';
import { UsageError } from '../platform/process/command.ts';
import { type Action, type Commands, type Print, parseArguments, parseLists, requireAccountName } from './command.ts';

type Verb = 'make' | 'rename' | 'merge';
const verbs: Verb[] = ['make', 'rename', 'merge'];

const KIND_HELP = 'a genre, mood, instrument or market; later deliveries may use the former name';

export const nameCommands: Commands = {
  labels: {
    usage: 'labels make NAME | rename LABEL NAME | merge LABEL INTO',
    summary: ['makes, renames or merges labels; later deliveries may use the former name'],
    parse: (args) => parseNames('labels', 'labels', args, verbs),
  },
  packages: {
    usage:
      'packages ACCOUNT [--add NAME …] [--remove NAME …] | make NAME | rename PACKAGE NAME | merge PACKAGE INTO | people … | rule …',
    summary: [
      'changes the packages of the account, and prints those that it holds;',
      'makes, renames or merges packages; who holds one then holds the other.',
      'packages people PACKAGE [--find WORDS] [--add FILE]: who holds it; --add gives it to the accounts of a list of',
      'addresses, such as a saved mail, a table with a column of addresses, or - for the standard input.',
      'packages rule PACKAGE [--industry …] [--country …] [--format …] [--role …] [--preview]: who holds it by what',
      'they told; each option matches by any of its values. --off removes the rule, without options it is printed',
    ],
    parse(args) {
      const [verb = '', ...rest] = args;
      if (verb === 'rule') return parseRule(rest);
      if (verb === 'people') return parsePeople(rest);
      if (['make', 'rename', 'merge'].includes(verb))
        return parseNames('packages', 'packages', args, ['make', 'rename', 'merge']);
      return parsePackages(args);
    },
  },
  vocabulary: {
    usage: 'vocabulary accept KIND NAME | rename KIND NAME NEW | merge KIND NAME INTO',
    summary: [
      'accepts a genre, mood or instrument that a label proposed, so that it is a filter;',
      `renames or merges ${KIND_HELP}`,
    ],
    parse([verb = '', kindName = '', ...args]) {
      const kind = Vocabulary.options.find((kind) => kindNames[kind] === kindName);
      if (!kind) throw new UsageError('vocabulary needs a kind: genre, mood, instrument, market.');
      if (verb === 'accept') return parseAccept(kind, args);
      return parseNames('vocabulary', kind, [verb, ...args], ['rename', 'merge']);
    },
  },
};

function parseAccept(kindName: NameKind, [name = '', ...others]: string[]): Action {
  const kind = ProposedKind.safeParse(kindName).data;
  if (!kind || name.trim() === '' || others.length > 0)
    throw new UsageError('vocabulary accept needs genre, mood or instrument, and one name.');
  return async (context, print) => {
    const accepted = await acceptName(context, kind, name.trim());
    print(`${accepted.name} is a filter now.`, accepted);
  };
}

function parseNames(command: string, kind: NameKind, [verb, ...names]: string[], allowed: Verb[]): Action {
  const known = allowed.find((name) => name === verb);
  const list = allowed.join(', ').replace(/, (\w+)$/, ' or $1');
  if (!known) throw new UsageError(`${command} needs ${list}.`);
  const [name = '', other = ''] = names.map((text) => text.trim());
  if (names.length !== (known === 'make' ? 1 : 2) || names.some((text) => text.trim() === ''))
    throw new UsageError(`${command} ${known} needs ${known === 'make' ? 'one name' : 'two names'}.`);
  return async (context, print) => {
    if (known === 'make') print(`${name} was made.`, await makeName(context, kind as 'labels' | 'packages', name));
    else if (known === 'rename') print(`${name} is now called ${other}.`, await renameName(context, kind, name, other));
    else {
      const moved = await mergeNames(context, kind, name, other);
      print(`${moved.from.name} is now ${moved.into.name}: ${formatMoved(moved)}.`, moved);
    }
  };
}

function parsePackages(args: string[]): Action {
  const { positionals, listOf } = parseLists(args, ['add', 'remove']);
  if (positionals.length !== 1)
    throw new UsageError('packages needs make, rename, merge or rule, or one account before its options.');
  const account = requireAccountName('packages', positionals[0]);
  const changes = { add: listOf('add'), remove: listOf('remove') };
  return async (context, print) => {
    const held = await changePackages(context, account, changes);
    const names = held.length === 0 ? 'no package' : held.join(', ');
    print(`${account} holds ${names}.`, { account, packages: held });
  };
}

const MEMBERS_AT_ONCE = 500;

function parsePeople(args: string[]): Action {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArguments('packages people', args, ['one package'], { find: text, add: text });
  const [name = ''] = positionals;
  const { find: filter, add } = values;
  return async (context, print) => {
    if (add !== undefined)
      return addPeople(context, name, await readFile(add === '-' ? '/dev/stdin' : add, 'utf8'), print);
    for (let page = 1, left = true; left; page++) {
      const { items, total } = await getMembers(context.db, name, { filter, page, pagesize: MEMBERS_AT_ONCE });
      for (const member of items) print([member.name, member.email, member.company].filter(Boolean).join(', '), member);
      left = page * MEMBERS_AT_ONCE < total;
    }
  };
}

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
const PREVIEW_ROWS = 100;

function parseRule(args: string[]): Action {
  const { positionals, given, listOf } = parseLists(args, Object.values(RULE_FIELDS), ['off', 'preview']);
  const [name = ''] = positionals;
  if (positionals.length !== 1) throw new UsageError('packages rule needs one package before its options.');
  const fields = Object.entries(RULE_FIELDS).filter(([, option]) => given.has(option));
  if (given.has('off') === fields.length > 0) {
    if (given.size > 0) throw new UsageError('packages rule needs either --off or what people told.');
    return async ({ db }, print) => {
      const rule = await getRule(db, name);
      print(`${name}: ${rule.condition ? formatCondition(rule.condition) : 'no rule'}.`, rule);
    };
  }
  const parsed = RuleCondition.safeParse(Object.fromEntries(fields.map(([field, option]) => [field, listOf(option)])));
  if (fields.length > 0 && !parsed.success) {
    const { path = [], message = '' } = parsed.error.issues[0] ?? {};
    const [field, index] = path;
    const option = RULE_FIELDS[field as RuleField];
    throw new UsageError(`--${option} ${listOf(option)[Number(index)] ?? ''}: ${message}.`);
  }
  const condition = parsed.success ? parsed.data : null;
  return async (context, print) => {
    if (!given.has('preview')) {
      const { comes, goes } = await setRule(context, name, condition);
      const rule = condition ? `${name} has the rule ${formatCondition(condition)}` : `${name} has no rule`;
      print(`${rule}: ${formatPeople(comes)} come and ${goes} go within minutes.`, { condition, comes, goes });
      return;
    }
    const preview = await previewRule(context.db, name, condition, { page: 1, pagesize: PREVIEW_ROWS });
    print(`${name}: ${formatPeople(preview.comes)} would come, ${preview.goes} would go.`, preview);
    for (const { comes, name: person, email, company, country } of preview.items)
      print(`  ${comes ? '+' : '-'} ${[person, email, company, country].filter(Boolean).join(', ')}`);
    if (preview.total > preview.items.length) print(`  and ${preview.total - preview.items.length} more`);
  };
}

const formatCondition = (condition: RuleCondition): string =>
  (Object.keys(RULE_FIELDS) as RuleField[])
    .flatMap((field) => (condition[field] ? [`${RULE_FIELDS[field]} ${condition[field].join(' or ')}`] : []))
    .join(', ');

const formatPeople = (people: number) => count(people, 'person', 'people');

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

const formatMoved = ({ releases, people, grants }: NameMerge): string =>
  [count(releases, 'release'), count(people, 'person', 'people'), count(grants, 'grant')].join(', ');
