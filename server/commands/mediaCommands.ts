import { hasSoundMarks } from '../ingest/run/soundMarkQueries.ts';
import { listLimitsMet, listTakingTransfers, type TakingTransfer } from '../media/ledgerQueries.ts';
import { findTakings } from '../media/trace.ts';
import { requireRelease } from '../operator/releases.ts';
import type { AppContext } from '../platform/context.ts';
import { type Commands, command, many, type Print, RELEASE, value } from './command.ts';
import { printSoundTrace } from './soundTrace.ts';

const DAY_MS = 24 * 3600_000;
const LIMITS_DAYS = 30;

export const mediaCommands: Commands = {
  trace: command({
    arguments: { files: many(value('FILE', 'at least one file')) },
    options: { release: RELEASE },
    summary:
      'says who downloaded an MP3, a WAV, a part of one, or what is in a zip: account, time, network, bytes. Tags can be removed: ' +
      'no id proves nothing. Of marked sound it then says who the copy was made for, or that it cannot be read',
    run: async (context, { files, release }, print) => {
      const id = release === undefined ? null : (await requireRelease(context.db, release)).id;
      await traceAll(context, files, id, print);
    },
  }),
  limits: command({
    summary: `lists who met a limit on downloads or zips in the last ${LIMITS_DAYS} days`,
    run: listLimits,
  }),
};

/** Goes on behind a file that names no download. @throws its sentence, or how many there are */
async function traceAll(context: AppContext, paths: string[], release: number | null, print: Print): Promise<void> {
  const failures: unknown[] = [];
  for (const path of paths)
    await traceFile(context, path, release, print).catch((failure: unknown) => {
      failures.push(failure);
      if (paths.length > 1) print(failure instanceof Error ? failure.message : String(failure));
    });
  if (failures.length > 0 && paths.length === 1) throw failures[0];
  if (failures.length > 0)
    throw new Error(
      `${failures.length} of ${paths.length} files ${failures.length === 1 ? 'names' : 'name'} no download.`,
    );
}

/** Tags first, then sound: they may name different people, because tags can be copied. */
async function traceFile(context: AppContext, path: string, release: number | null, print: Print): Promise<void> {
  const isZip = /\.zip$/i.test(path);
  try {
    await trace(context, path, print);
  } catch (error) {
    if (isZip || !(error instanceof Error) || !(await printSoundTrace(context, path, release, print))) throw error;
    print(`Tags: ${error.message}`);
    return;
  }
  if (!isZip) await printSoundTrace(context, path, release, print);
  else if (await hasSoundMarks(context.db)) print('Sound: not read in a zip. Unpack it and trace its files.');
}

/** @throws one sentence when the file names no download */
async function trace({ db, secrets }: AppContext, path: string, print: Print): Promise<void> {
  const { takings, hasWrongSignature, unread } = await findTakings({ db, secrets }, path).catch(
    (reason: NodeJS.ErrnoException) => {
      throw reason.syscall === undefined ? reason : new Error(`${path} cannot be read: ${reason.code}.`);
    },
  );
  for (const one of unread) print(`${[path, one.path].filter(Boolean).join('/')}: ${one.reason}`, one);
  if (takings.length === 0)
    throw new Error(
      hasWrongSignature
        ? `${path}: signature wrong. Its id was changed or made by another installation.`
        : `${path}: no id. It was never downloaded here, or its tags were removed.`,
    );
  for (const taking of takings) {
    const transfers = await listTakingTransfers(db, taking);
    const [first] = transfers;
    if (!first) {
      const forgotten = 'the ledger does not hold it any more (it is kept for 24 months)';
      print(`${path}: downloaded here, but ${forgotten}.`, { forgotten: true });
      continue;
    }
    print(`${path} was downloaded by ${formatAccount(first)}:`);
    for (const transfer of transfers) print(`  ${formatTransfer(transfer)}`, transfer);
  }
  if (hasWrongSignature) print(`${path} also has an id whose signature is wrong.`, { hasWrongSignature });
}

const formatAccount = ({ name, email, playerid }: TakingTransfer) =>
  email === null
    ? `a deleted account (${playerid})`
    : `${name ?? 'an account without a name'} <${email}> (${playerid})`;

function formatTransfer(transfer: TakingTransfer): string {
  const { started_at, purpose, object_kind, title, format, bytes_sent, total, network } = transfer;
  const sent = bytes_sent === null ? 'unknown how many' : String(bytes_sent);
  return (
    `${formatTime(started_at)}  ${purpose} of the ${object_kind} ${title ?? '(deleted)'} as ${format}, ` +
    `${sent} of ${total} bytes, network ${network ?? 'unknown'}`
  );
}

async function listLimits({ db, now }: AppContext, _given: object, print: Print): Promise<void> {
  const since = new Date(now().getTime() - LIMITS_DAYS * DAY_MS);
  const met = await listLimitsMet(db, since);
  if (met.length === 0) print(`Nobody met a limit in the last ${LIMITS_DAYS} days.`);
  for (const limit of met) {
    const { at, email, playerid, purpose, max } = limit;
    const account = `${email ?? 'a deleted account'} (${playerid})`;
    print(`${formatTime(at)}  ${account}: more than ${max} ${purpose}s an hour`, limit);
  }
}

const formatTime = (time: Date): string => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
