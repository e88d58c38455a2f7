import { PAGE_SIZE_MAX } from '@promenade/contract/limits';
import { Reach, type ReportRecipient } from '@promenade/contract/reports';
import { formatMoment, formatTitle, reactionNames } from '../media/format.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { type Page, readAll } from '../platform/database/page.ts';
import type { Caller } from '../platform/http/caller.ts';
import { type Columns, formatCsv, toTable } from '../platform/http/csv.ts';
import type { FileRequest } from '../platform/http/sendFile.ts';
import { sendTable } from '../platform/http/sendTable.ts';
import { type JsonText, jsonPage } from '../platform/http/serve.ts';
import { listReach } from './reachQueries.ts';

type Context = Pick<AppContext, 'config'>;

/** What labels see of the account, release by release. */
export async function listSeen(
  db: Db,
  { config }: Context,
  { accountid }: Pick<Caller, 'accountid'>,
  page: Page,
): Promise<JsonText> {
  const found = await listReach(db, { accountid, months: config.listensMonths, ...page });
  return jsonPage(found.items.join(','), found);
}

/** Sends the same as CSV with a row for each release. */
export async function sendSeenTable(
  { config }: Context,
  { caller: { accountid }, read, reply }: Pick<FileRequest<unknown>, 'caller' | 'read' | 'reply'>,
): Promise<void> {
  const rows = await read((db) =>
    readAll(PAGE_SIZE_MAX, (page) => listReach(db, { accountid, months: config.listensMonths, ...page })),
  );
  const parsed = rows.map((json) => Reach.parse(JSON.parse(json)));
  sendTable(reply, 'what-labels-see', 'csv', formatCsv(toTable(columns, parsed)));
}

/** What a person did. */
export const reachColumns: Columns<
  Pick<ReportRecipient, 'mailed' | 'opened' | 'tracks' | 'downloaded' | 'wrote' | 'passedon' | 'reaction' | 'airplays'>
> = [
  ['Mailed (UTC)', ({ mailed }) => mailed],
  ['Opened (UTC)', ({ opened }) => opened?.first ?? null],
  ['Times opened', ({ opened }) => opened?.times ?? null],
  [
    'Heard',
    ({ tracks }) =>
      tracks
        .map(({ ranges, ...track }) => `${formatTitle(track)} ${ranges.map((range) => range.join('–')).join(' ')}`)
        .join(', '),
  ],
  ['Seconds heard', ({ tracks }) => tracks.reduce((sum, { seconds }) => sum + seconds, 0)],
  [
    'Downloaded',
    ({ downloaded }) => downloaded.map(({ format, ...track }) => `${formatTitle(track)} (${format})`).join(', '),
  ],
  ['Wrote (UTC)', ({ wrote }) => wrote],
  ['Passed on to', ({ passedon }) => passedon.join(', ')],
  ['Reaction', ({ reaction }) => reaction && reactionNames[reaction.kind]],
  ['Needed version', ({ reaction }) => reaction?.version ?? null],
  ['Note', ({ reaction }) => reaction?.note ?? null],
  ['Note at', ({ tracks, reaction }) => reaction && formatReactionMoment(tracks, reaction)],
  [
    'Played on air',
    ({ airplays }) =>
      (airplays ?? []).map((play) => `${formatTitle(play)} ${play.station} ${play.day} (${play.plays})`).join(', '),
  ],
];

const columns: Columns<Reach> = [
  ['Release', ({ title }) => title],
  ['Artist', ({ artist }) => artist],
  ['Labels', ({ labels }) => labels.join(', ')],
  ['Delivered to', ({ packages }) => packages.join(', ')],
  ...reachColumns,
  ['Until (UTC)', ({ until }) => until],
];

function formatReactionMoment(
  tracks: ReportRecipient['tracks'],
  { trackid, second }: NonNullable<ReportRecipient['reaction']>,
): string {
  const track = tracks.find((heard) => heard.trackid === trackid);
  return formatMoment(track && formatTitle(track), second);
}
