import type { NameKind, NameMerge } from '@promenade/contract/operatorCatalogue';
import { UsageError } from '../platform/process/command.ts';
import { parsePackages } from './accountCommands.ts';
import type { Action, Commands } from './command.ts';
import { kindNames, makeName, mergeNames, renameName } from './names.ts';

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
    usage: 'packages ACCOUNT [--add NAME …] [--remove NAME …] | make NAME | rename PACKAGE NAME | merge PACKAGE INTO',
    summary: [
      'changes the packages of the account, and prints those that it holds;',
      'makes, renames or merges packages: who holds one then holds the other',
    ],
    parse: (args) =>
      verbs.some((verb) => verb === args[0]) ? parseNames('packages', 'packages', args, verbs) : parsePackages(args),
  },
  vocabulary: {
    usage: 'vocabulary rename KIND NAME NEW | merge KIND NAME INTO',
    summary: [`renames or merges ${KIND_HELP}`],
    parse([verb = '', kindName = '', ...args]) {
      const kind = (['genres', 'moods', 'instruments', 'markets'] as const).find(
        (kind) => kindNames[kind] === kindName,
      );
      if (!kind) throw new UsageError('vocabulary needs a kind: genre, mood, instrument, market.');
      return parseNames('vocabulary', kind, [verb, ...args], ['rename', 'merge']);
    },
  },
};

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

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

const formatMoved = ({ releases, people, grants }: NameMerge): string =>
  [count(releases, 'release'), count(people, 'person', 'people'), count(grants, 'grant')].join(', ');
