import { pickupZip, playlistZip, releaseZip, type ZipStatus } from '@promenade/contract/downloads';
import { type AudioFormat } from '@promenade/contract/fields';
import type { AppContext } from '../../platform/context.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { FileRequest } from '../../platform/http/sendFile.ts';
import type { Ledger, LedgerEntry } from '../ledger.ts';
import { nameList } from '../lists/fileNames.ts';
import { formatList } from '../lists/formatList.ts';
import { findPickup, type StoredPickup } from '../lists/pickupQueries.ts';
import { signDownloadToken } from '../stream.ts';
import { requireChecksums } from './checksums.ts';
import {
  buildTrackFile,
  formatFileName,
  getTaking,
  listDownloadTracks,
  requireDownloadsEnabled,
  sendDownloadFile,
} from './downloadFile.ts';
import { type DownloadTrack, findPlaylist, findRendition, listTracksByIds } from './downloadQueries.ts';
import {
  describeOmissions,
  formatOmissions,
  MARK_FILE,
  MARK_TEXT,
  OMISSIONS_FILE,
  type Omission,
} from './omissions.ts';
import { buildZip, uniqueFileNames, type ZipEntry } from './zip.ts';
import { findZipFormat, upsertZipLink } from './zipLinkQueries.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'config' | 'now'>;
/** A pick-up has a format of its own. */
type ZipSource = { releaseid: string } | { playlistid: string } | { pickupid: string };
interface ZipRequest {
  caller: Caller;
  source: ZipSource;
  format?: AudioFormat | undefined;
}

/** Gives the address of a zip, with a token for six hours. */
export async function createZipLink(
  context: Context & Pick<AppContext, 'secrets'>,
  zip: ZipRequest,
): Promise<{ data: { zipped_url: string } }> {
  const { format } = await requireContent(context, zip);
  const { caller, source } = zip;
  const { id, object, path } = describeSource(source);
  await upsertZipLink(context.db, { ...caller, id, format }, context.now());
  const token = await signDownloadToken(context, caller, { object, id });
  const query = 'pickupid' in source ? '' : `format=${format}&`;
  return { data: { zipped_url: `/api${path.replace(':id', id)}?${query}token=${token}` } };
}

/**
 * Says how many percent of the files are stored completely, and what is left out. The default format is that of the newest link (requirements
 * decision 22).
 */
export async function getZipStatus(context: Context, zip: ZipRequest): Promise<ZipStatus> {
  const link = { ...zip.caller, id: describeSource(zip.source).id };
  const asked = zip.format ?? (await findZipFormat(context.db, link));
  const { format, tracks, omissions, total } = await requireContent(context, { ...zip, format: asked });
  const isComplete = async ({ track }: ZipTrack) => {
    const rendition = findRendition(track, format);
    return (
      rendition !== undefined &&
      (await context.storage.stat(rendition.file))?.bytes === (rendition.pair ?? rendition.bytes)
    );
  };
  const complete = (await Promise.all(tracks.map(isComplete))).filter(Boolean).length;
  return {
    status: complete === tracks.length ? 'done' : 'failed',
    progress: Math.floor((100 * complete) / tracks.length),
    bytes: tracks.reduce((sum, { track }) => sum + (findRendition(track, format)?.bytes ?? 0), 0),
    tracks: total,
    omitted: describeOmissions(omissions),
  };
}

export async function sendZip(
  context: Context & Pick<AppContext, 'secrets'> & { ledger: Ledger },
  request: FileRequest<unknown>,
  zip: Omit<ZipRequest, 'caller'>,
): Promise<void> {
  const { caller } = request;
  const { name, format, tracks, omissions, total, pickup } = await requireContent(context, { caller, ...zip });
  const names = uniqueFileNames([...tracks.map(({ path }) => path), MARK_FILE, OMISSIONS_FILE]);
  const { id, kind } = describeSource(zip.source);
  const object: LedgerEntry['object'] = { kind, id };
  const taking = getTaking(context.secrets, caller, { object, format });
  const entries: ZipEntry[] = [];
  for (const [index, { track }] of tracks.entries()) {
    const parts = await requireChecksums(context, await buildTrackFile(context, caller, track, format, taking));
    entries.push({ name: names[index] ?? '', date: track.available_at, parts });
  }
  const [newest] = entries.map(({ date }) => date).sort((one, other) => Number(other) - Number(one));
  if (newest && tracks.some(({ track }) => findRendition(track, format)?.pair !== undefined))
    entries.push({ name: names.at(-2) ?? '', date: newest, parts: [Buffer.from(MARK_TEXT)] });
  if (pickup && newest) entries.push(...listEntries(pickup, tracks, newest));
  if (omissions.length > 0 && newest)
    entries.push({
      name: names.at(-1) ?? '',
      date: newest,
      parts: [Buffer.from(formatOmissions(omissions, total, format))],
    });
  const file = { name: `${name}.zip`, ...buildZip(entries), type: 'application/zip' };
  const entry = { purpose: 'zip', object, tracks: tracks.map(({ track }) => track), format, taking } as const;
  await sendDownloadFile(context, request, file, entry);
}

/** The list file of a pick-up, with the songs that are in the zip. */
function listEntries({ name, naming }: StoredPickup, songs: ZipTrack[], date: Date): ZipEntry[] {
  const { list, letters } = naming;
  if (list === null) return [];
  return [{ name: nameList(name, list, letters), date, parts: [Buffer.from(formatList(name, songs, list, naming))] }];
}

/** `object` is that of the token, `kind` that of the ledger. */
function describeSource(source: ZipSource) {
  if ('releaseid' in source)
    return { id: source.releaseid, object: 'zip', kind: 'release', path: releaseZip.path } as const;
  if ('playlistid' in source)
    return { id: source.playlistid, object: 'playlist', kind: 'playlist', path: playlistZip.path } as const;
  return { id: source.pickupid, object: 'pickup', kind: 'pickup', path: pickupZip.path } as const;
}

interface ZipTrack {
  track: DownloadTrack;
  path: string;
}

interface ZipContent {
  name: string;
  format: AudioFormat;
  pickup: StoredPickup | undefined;
  tracks: ZipTrack[];
  omissions: Omission[];
  /** With the omitted ones. */
  total: number;
}

/** @throws when no track can be downloaded */
async function requireContent({ db, config, now }: Context, zip: ZipRequest): Promise<ZipContent> {
  const { caller, source } = zip;
  const { accountid } = caller;
  requireDownloadsEnabled(config);
  const pickup = 'pickupid' in source ? await findPickup(db, { ...source, accountid }) : undefined;
  if ('pickupid' in source && !pickup) throw new Refusal('NOT_FOUND');
  const format = pickup?.format ?? zip.format ?? 'mp3';
  const paths = new Map(pickup?.files.map(({ trackid, path }) => [trackid, path]));
  const listed =
    'pickupid' in source
      ? await listTracksByIds(
          db,
          caller,
          [...paths.keys()].filter((trackid) => trackid !== null),
        )
      : await listDownloadTracks(db, caller, source, now());
  if (listed.length === 0 && pickup) throw new Refusal('RELEASE_NOT_FOUND');
  const playlist =
    'playlistid' in source ? await findPlaylist(db, { playlistid: source.playlistid, accountid }) : undefined;
  const tracks: ZipTrack[] = [];
  const omissions: Omission[] = [];
  for (const [index, track] of listed.entries()) {
    // In the playlist, counting tracks that are not in the zip.
    const position = playlist && { ordinal: index + 1, count: listed.length };
    const ordinal = position?.ordinal ?? (pickup ? index + 1 : track.ordinal);
    if (!track.candownload) omissions.push({ track, ordinal, reason: 'STREAM_ONLY' });
    else if (!findRendition(track, format)) omissions.push({ track, ordinal, reason: 'FORMAT_NOT_AVAILABLE' });
    else tracks.push({ track, path: paths.get(track.trackid) ?? formatFileName(track, format, position) });
  }
  if (tracks.length === 0)
    throw new Refusal(listed.some(({ candownload }) => candownload) ? 'FORMAT_NOT_AVAILABLE' : 'STREAM_ONLY');
  for (let gone = listed.length; gone < (playlist?.tracks ?? pickup?.files.length ?? 0); gone += 1)
    omissions.push({ reason: 'RELEASE_NOT_AVAILABLE' });
  const name = playlist?.name ?? pickup?.name ?? getReleaseName(tracks);
  return { name, format, pickup, tracks, omissions, total: tracks.length + omissions.length };
}

/** `artist - title [E]` (requirements C-FORMAT-08 and C-FORMAT-09). */
function getReleaseName(tracks: ZipTrack[]): string {
  const [first] = tracks;
  const isExplicit = tracks.some(({ track }) => track.explicit === 'explicit');
  return `${first?.track.album_artist} - ${first?.track.album}${isExplicit ? ' [E]' : ''}`;
}
