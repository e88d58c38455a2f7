import { listLimitsMet, listTakingTransfers, type TakingTransfer } from '../media/ledgerQueries.ts';
import { findTakings } from '../media/trace.ts';
import type { AppContext } from '../platform/context.ts';
import { type Commands, type Print, parseArguments } from './command.ts';

const DAY_MS = 24 * 3600_000;
const LIMITS_DAYS = 30;

export const mediaCommands: Commands = {
  trace: {
    usage: 'trace FILE',
    summary: [
      'says who downloaded an MP3, a WAV, a part of one, or a zip of ours:',
      'account, time, network. Tags can be removed: no id proves nothing',
    ],
    parse: (args) => {
      const { positionals } = parseArguments('trace', args, ['one file'], {});
      return (context, print) => trace(context, positionals[0] ?? '', print);
    },
  },
  limits: {
    usage: 'limits',
    summary: [`lists who met a limit on downloads or zips in the last ${LIMITS_DAYS} days`],
    parse: (args) => {
      parseArguments('limits', args, [], {});
      return listLimits;
    },
  },
};

/** @throws one sentence when the file names no download */
async function trace({ db, secrets }: AppContext, path: string, print: Print): Promise<void> {
  const { takings, hasWrongSignature } = await findTakings({ db, secrets }, path).catch(
    (reason: NodeJS.ErrnoException) => {
      throw reason.syscall === undefined ? reason : new Error(`${path} cannot be read: ${reason.code}.`);
    },
  );
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
    print(`Downloaded by ${formatAccount(first)}:`);
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

async function listLimits({ db, now }: AppContext, print: Print): Promise<void> {
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
