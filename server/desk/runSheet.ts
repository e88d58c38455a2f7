import type { DecisionKind } from '@promenade/contract/desk';
import type { ListFormat } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import { RUN_RELEASES_MAX } from '@promenade/contract/limits';
import { formatReaction, reactionNames } from '../media/format.ts';
import { sendList } from '../media/lists/sendList.ts';
import { consumeSheetLimit, sendPdf } from '../media/sheet/sheet.ts';
import type { RenderSheet } from '../media/sheet/sheetQueue.ts';
import type { AppContext } from '../platform/context.ts';
import { type Columns, formatCsv, toTable } from '../platform/http/csv.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileRequest } from '../platform/http/sendFile.ts';
import { sendTable } from '../platform/http/sendTable.ts';
import { type DecidedRelease, findRun, listDecidedReleases } from './queries.ts';
import { findDecidedReleases } from './sourceQueries.ts';

type Context = Pick<AppContext, 'db' | 'now'> & { render: RenderSheet };

/** In the order of the sheet. */
const decisions: Record<DecisionKind, string> = {
  flag: 'Flagged',
  reaction: 'Reacted',
  playlist: 'Added to a playlist',
  later: 'Later',
  archive: 'Archived',
  next: 'Undecided',
};

const columns: Columns<DecidedRelease> = [
  ['Title', ({ title }) => title],
  ['Artist', ({ artist }) => artist],
  ['Label', ({ label }) => label],
  ['Available (UTC)', ({ available_at }) => available_at.toISOString().slice(0, 10)],
  ['Decision', ({ kind }) => decisions[kind]],
  ['Reaction', ({ reaction }) => (reaction ? reactionNames[reaction.kind] : null)],
  ['Version', ({ reaction }) => reaction?.version ?? null],
  ['Note', ({ reaction }) => reaction?.note ?? null],
  ['Decided (UTC)', ({ at }) => at?.toISOString() ?? null],
];

/** Sends what was decided in a run, of releases that can be heard. */
export async function sendRunSheet(
  context: Context,
  request: FileRequest<{ runid: string; format: 'pdf' | 'csv' }>,
): Promise<void> {
  const { caller, params, reply } = request;
  const own = { ...caller, runid: params.runid };
  const run = await findRun(context.db, own);
  if (!run) throw new Refusal('RUN_NOT_FOUND');
  await consumeSheetLimit(context, caller);
  const rows = await listDecidedReleases(context.db, own);
  const title = run.title || 'Listened through';
  const startedAt = new Date(run.startedat);
  const name = `${title} ${run.startedat.slice(0, 10)}`;
  if (params.format === 'pdf') {
    const groups = Object.entries(decisions).map(([kind, name]) => ({
      name,
      releases: rows
        .filter((row) => row.kind === kind)
        .map(({ reaction, available_at, ...row }) => ({
          ...row,
          availableAt: available_at,
          note: reaction ? formatReaction(reaction) : '',
        })),
    }));
    return sendPdf(context, request, name, {
      run: { title, startedAt, groups: groups.filter(({ releases }) => releases.length > 0) },
    });
  }
  sendTable(reply, name, 'csv', formatCsv(toTable(columns, rows)));
}

/** Sends the songs of releases of a run as a list for playout or DJ programs. */
export async function sendRunList(
  context: Pick<AppContext, 'db' | 'now' | 'config'>,
  request: FileRequest<{ runid: string; list: ListFormat }> & {
    query: { decided: DecisionKind; format?: AudioFormat | undefined };
  },
): Promise<void> {
  const { caller, params, query } = request;
  const own = { ...caller, runid: params.runid };
  const run = await findRun(context.db, own);
  const found = await findDecidedReleases(context.db, { ...own, decided: query.decided }, RUN_RELEASES_MAX);
  if (!run || !found) throw new Refusal('RUN_NOT_FOUND');
  const name = `${run.title || 'Listened through'} ${run.startedat.slice(0, 10)}`;
  await sendList(context, request, { ...params, ...query, name, source: { releaseids: found.releaseids } });
}
