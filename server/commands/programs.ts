import { Instant } from '@promenade/contract/delivery';
import { foldName } from '../catalogue/names/artistNames.ts';
import { UsageError } from '../platform/process/command.ts';
import { flag, many, value } from './command.ts';

// What the other programs beside `operator` are given.

/** An empty path, for example of a shell variable that is not set, would mean the current folder. */
const PATH = value('PATH', 'the path of a folder', (text) => text || undefined);
const NAME = value('NAME', 'a name', (text) => (foldName(text) === '' ? undefined : text));
/** "2026-11-27" is 00:00 UTC. */
const DATE = value('DATE', 'a date', (text) => {
  const parsed = Instant.safeParse(text);
  if (!parsed.success) throw new UsageError(`"${text}" is not a date: use 2026-11-27 or 2026-11-27T09:00:00+01:00.`);
  return new Date(parsed.data);
});

export const importCommand = {
  arguments: { paths: many(PATH) },
  options: {
    label: NAME,
    package: many(NAME),
    'create-packages': flag,
    available: DATE,
    replace: flag,
    new: flag,
    'remove-tracks': flag,
    yes: flag,
    check: flag,
    json: flag,
  },
  summary: 'imports folders of audio into the catalogue, while the service runs or not',
};

export const backupCommand = {
  arguments: { folder: value('FOLDER', 'one folder') },
  options: { check: flag },
  summary: 'copies the whole installation into a folder; the service may run meanwhile',
};

export const restoreCommand = {
  arguments: { folder: value('FOLDER', 'one folder') },
  options: { 'new-secret': flag },
  summary: 'fills an empty database and an empty media store from a backup',
};
