import type { CodeOwner } from '../ingest/run/soundMarkQueries.ts';
import { type SoundTrace, traceSound } from '../ingest/storedFiles/traceSound.ts';
import type { AppContext } from '../platform/context.ts';
import type { Print } from './command.ts';

/**
 * Prints what the sound of a file says.
 * @returns whether the installation marks sound, so that there was something to read
 */
export async function printSoundTrace(
  context: AppContext,
  path: string,
  release: number | null,
  print: Print,
): Promise<boolean> {
  const found = await traceSound(context, path, release, 'command');
  if (!found) return false;
  for (const [index, line] of describeSound(found).entries()) print(line, index === 0 ? { sound: found } : undefined);
  return true;
}

/** What is said and never less: nobody is ranked below the threshold. */
export function describeSound(found: SoundTrace): string[] {
  if (found.kind === 'no-sound') return [`Sound: not readable. ${found.reason}`];
  if (found.kind === 'unreadable')
    return [`Sound: not readable. ${formatSeconds(found.seconds)} could be aligned: ${REASONS[found.reason]}.`];
  const { title, people } = found;
  if (found.kind === 'mix') {
    const of = `${found.unclear} of ${found.of} segments hold neither variant`;
    if (found.owners.length === 0)
      return [`Sound: ${title}. It may be a mix of copies, or a copy without a mark: ${of}.`];
    return [
      `Sound: ${title}. It may be a mix of copies: ${of}.`,
      ...found.owners.flatMap((owner) => [`  Copies of ${formatOwner(owner)} are in it.`, ...listTransfers(owner)]),
    ];
  }
  const { from, until, speed, read, of, chance, owner } = found;
  const change = (speed - 1) * 100;
  const pace = Math.abs(change) < 0.005 ? 'its own speed' : `speed ${change > 0 ? '+' : ''}${change.toFixed(2)} %`;
  return [
    `Sound: ${title}, ${formatClock(from)} to ${formatClock(until)} of the song, ${pace}. ${read} of ${of} segments could be read.`,
    `  Made for ${formatOwner(owner)}. Another of ${people} people by chance: less than 1 in 10^${Math.floor(-Math.log10(chance))}.`,
    ...listTransfers(owner),
  ];
}

const REASONS = { short: 'too short', noisy: 'too noisy', 'another-recording': 'another recording' };

const formatSeconds = (seconds: number) => `${Math.round(seconds)} seconds`;
const formatClock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

const formatOwner = (owner: CodeOwner | undefined) =>
  owner?.email
    ? `${owner.email}${owner.name ? ` (${owner.name})` : ''}`
    : `a deleted account (${owner?.playerid ?? 'unknown'})`;

function listTransfers(owner: CodeOwner | undefined): string[] {
  if (!owner || owner.transfers.length === 0) return ['  The ledger has no stream and no download of it.'];
  const transfers = owner.transfers.map(
    ({ started_at, purpose, format, network }) =>
      `${started_at.toISOString().slice(0, 16).replace('T', ' ')} UTC (${purpose === 'stream' ? 'stream' : `${purpose}, ${format.toUpperCase()}`}, ${network ?? 'unknown network'})`,
  );
  return [`  Their streams and downloads of this song: ${transfers.join(', ')}.`];
}
