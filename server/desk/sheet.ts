import type { DecisionKind } from '@promenade/contract/desk';
import { formatReaction, reactionNames } from '../media/format.ts';
import { consumeSheetLimit, sendPdf } from '../media/sheet/sheet.ts';
import type { RenderSheet } from '../media/sheet/sheetQueue.ts';
import type { AppContext } from '../platform/context.ts';
import { type CsvCell, formatCsv } from '../platform/http/csv.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileRequest } from '../platform/http/sendFile.ts';
import { attachmentDisposition } from '../platform/storage/fileName.ts';
import { findRun, listDecidedReleases } from './queries.ts';

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

/** Sends what was decided in a run, of releases that can be heard. @throws RUN_NOT_FOUND, TOO_MANY_REQUESTS */
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
  const name = `${title} ${run.startedat.slice(0, 10)}.${params.format}`;
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
  const header = [
    'Title',
    'Artist',
    'Label',
    'Available (UTC)',
    'Decision',
    'Reaction',
    'Version',
    'Note',
    'Decided (UTC)',
  ];
  const table = rows.map(({ kind, reaction, available_at, at, ...row }): CsvCell[] => [
    row.title,
    row.artist,
    row.label,
    available_at.toISOString().slice(0, 10),
    decisions[kind],
    reaction ? reactionNames[reaction.kind] : '',
    reaction?.version ?? '',
    reaction?.note ?? '',
    at?.toISOString() ?? '',
  ]);
  reply
    .type('text/csv; charset=utf-8')
    .headers({ 'cache-control': 'private, no-store', 'content-disposition': attachmentDisposition(name) })
    .send(formatCsv([header, ...table]));
}
