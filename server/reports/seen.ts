import { PAGE_SIZE_MAX } from '@promenade/contract/limits';
import { Reach, type ReportRecipient } from '@promenade/contract/reports';
import { formatMoment, formatTitle, reactionNames } from '../media/format.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { type CsvCell, formatCsv } from '../platform/http/csv.ts';
import { type JsonText, jsonPage } from '../platform/http/serve.ts';
import { attachmentDisposition } from '../platform/storage/fileName.ts';
import { listReach } from './reachQueries.ts';

export const REACH_COLUMNS = [
  'Mailed (UTC)',
  'Opened (UTC)',
  'Times opened',
  'Heard',
  'Seconds heard',
  'Downloaded',
  'Wrote (UTC)',
  'Passed on to',
  'Reaction',
  'Needed version',
  'Note',
  'Note at',
];

type Context = Pick<AppContext, 'config'>;
interface Page {
  page: number;
  pagesize: number;
}

/** What labels see of the account, release by release. */
export async function listSeen(
  db: Db,
  { config }: Context,
  { accountid }: Pick<Caller, 'accountid'>,
  page: Page,
): Promise<JsonText> {
  const { rows, total } = await listReach(db, { accountid, months: config.listensMonths, ...page });
  return jsonPage(rows.join(','), { ...page, total });
}

/** The same as CSV with a row for each release, all pages in one. */
export async function formatSeenCsv(
  db: Db,
  { config }: Context,
  { accountid }: Pick<Caller, 'accountid'>,
): Promise<string> {
  const rows: CsvCell[][] = [['Release', 'Artist', 'Labels', 'Delivered to', ...REACH_COLUMNS, 'Until (UTC)']];
  for (let page = 1, isLast = false; !isLast; page++) {
    const found = await listReach(db, {
      accountid,
      months: config.listensMonths,
      page,
      pagesize: PAGE_SIZE_MAX,
    });
    rows.push(...found.rows.map((json) => formatRow(Reach.parse(JSON.parse(json)))));
    isLast = page * PAGE_SIZE_MAX >= found.total;
  }
  return formatCsv(rows);
}

export const seenHeaders = {
  'cache-control': 'private, no-store',
  'content-disposition': attachmentDisposition('what-labels-see.csv'),
};

const formatRow = (row: Reach): CsvCell[] => [
  row.title,
  row.artist,
  row.labels.join(', '),
  row.packages.join(', '),
  ...formatReach(row),
  row.until,
];

/** What a person did, as the cells of `REACH_COLUMNS`. */
export const formatReach = ({
  opened,
  tracks,
  downloaded,
  reaction,
  ...row
}: Pick<
  ReportRecipient,
  'mailed' | 'opened' | 'tracks' | 'downloaded' | 'wrote' | 'passedon' | 'reaction'
>): CsvCell[] => [
  row.mailed,
  opened?.first ?? null,
  opened?.times ?? null,
  tracks
    .map(({ ranges, ...track }) => `${formatTitle(track)} ${ranges.map((range) => range.join('–')).join(' ')}`)
    .join(', '),
  tracks.reduce((sum, { seconds }) => sum + seconds, 0),
  downloaded.map(({ format, ...track }) => `${formatTitle(track)} (${format})`).join(', '),
  row.wrote,
  row.passedon.join(', '),
  reaction && reactionNames[reaction.kind],
  reaction && reaction.version,
  reaction && reaction.note,
  reaction && formatReactionMoment(tracks, reaction),
];

function formatReactionMoment(
  tracks: ReportRecipient['tracks'],
  { trackid, second }: NonNullable<ReportRecipient['reaction']>,
): string {
  const track = tracks.find((heard) => heard.trackid === trackid);
  return formatMoment(track && formatTitle(track), second);
}
