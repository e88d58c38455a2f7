import { playlistZip, releaseZip, type ZipStatus } from '@promenade/contract/downloads';
import { type AudioFormat } from '@promenade/contract/fields';
import type { AppContext } from '../../platform/context.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { FileRequest } from '../../platform/http/sendFile.ts';
import type { Ledger } from '../ledger.ts';
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
import { type DownloadTrack, findPlaylist, findRendition } from './downloadQueries.ts';
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
type ZipSource = { releaseid: string } | { playlistid: string };
interface ZipRequest {
  caller: Caller;
  source: ZipSource;
  format: AudioFormat;
}

/** Gives the address of a zip, with a token for six hours. */
export async function createZipLink(
  context: Context & Pick<AppContext, 'secrets'>,
  zip: ZipRequest,
): Promise<{ data: { zipped_url: string } }> {
  await requireContent(context, zip);
  const { caller, source, format } = zip;
  const id = idOf(source);
  await upsertZipLink(context.db, { ...caller, id, format }, context.now());
  const [object, path] = 'releaseid' in source ? ['zip', releaseZip.path] : ['playlist', playlistZip.path];
  const token = await signDownloadToken(context, caller, { object, id });
  return { data: { zipped_url: `/api${path.replace(':id', id)}?format=${format}&token=${token}` } };
}

/**
 * Says how many percent of the files are stored completely, and what is left out. The default format is that of the newest link (requirements
 * decision 22).
 */
export async function getZipStatus(
  context: Context,
  zip: Omit<ZipRequest, 'format'> & Partial<ZipRequest>,
): Promise<ZipStatus> {
  const link = { ...zip.caller, id: idOf(zip.source) };
  const format = zip.format ?? (await findZipFormat(context.db, link)) ?? 'mp3';
  const { tracks, omissions, total } = await requireContent(context, { ...zip, format });
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
  { source, format }: Omit<ZipRequest, 'caller'>,
): Promise<void> {
  const { caller } = request;
  const { name, tracks, omissions, total } = await requireContent(context, { caller, source, format });
  const names = uniqueFileNames([
    ...tracks.map(({ track, position }) => formatFileName(track, format, position)),
    MARK_FILE,
    OMISSIONS_FILE,
  ]);
  const object = { kind: 'releaseid' in source ? 'release' : 'playlist', id: idOf(source) } as const;
  const taking = getTaking(context.secrets, caller, { object, format });
  const entries: ZipEntry[] = [];
  for (const [index, { track }] of tracks.entries()) {
    const parts = await requireChecksums(context, await buildTrackFile(context, caller, track, format, taking));
    entries.push({ name: names[index] ?? '', date: track.available_at, parts });
  }
  const [newest] = entries.map(({ date }) => date).sort((one, other) => Number(other) - Number(one));
  if (newest && tracks.some(({ track }) => findRendition(track, format)?.pair !== undefined))
    entries.push({ name: names.at(-2) ?? '', date: newest, parts: [Buffer.from(MARK_TEXT)] });
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

const idOf = (source: ZipSource) => ('releaseid' in source ? source.releaseid : source.playlistid);

interface ZipTrack {
  track: DownloadTrack;
  /** In the playlist, counting tracks that are not in the zip. */
  position: { ordinal: number; count: number } | undefined;
}

interface ZipContent {
  name: string;
  tracks: ZipTrack[];
  omissions: Omission[];
  /** With the omitted ones. */
  total: number;
}

/** @throws when no track can be downloaded */
async function requireContent({ db, config, now }: Context, zip: ZipRequest): Promise<ZipContent> {
  const { caller, source, format } = zip;
  requireDownloadsEnabled(config);
  const listed = await listDownloadTracks(db, caller, source, now());
  const playlist =
    'playlistid' in source
      ? await findPlaylist(db, { playlistid: source.playlistid, accountid: caller.accountid })
      : undefined;
  const tracks: ZipTrack[] = [];
  const omissions: Omission[] = [];
  for (const [index, track] of listed.entries()) {
    const position = playlist && { ordinal: index + 1, count: listed.length };
    const ordinal = position?.ordinal ?? track.ordinal;
    if (!track.candownload) omissions.push({ track, ordinal, reason: 'STREAM_ONLY' });
    else if (!findRendition(track, format)) omissions.push({ track, ordinal, reason: 'FORMAT_NOT_AVAILABLE' });
    else tracks.push({ track, position });
  }
  if (tracks.length === 0)
    throw new Refusal(listed.some(({ candownload }) => candownload) ? 'FORMAT_NOT_AVAILABLE' : 'STREAM_ONLY');
  for (let gone = listed.length; gone < (playlist?.tracks ?? 0); gone += 1)
    omissions.push({ reason: 'RELEASE_NOT_AVAILABLE' });
  return { name: playlist?.name ?? getReleaseName(tracks), tracks, omissions, total: tracks.length + omissions.length };
}

/** `artist - title [E]` (requirements C-FORMAT-08 and C-FORMAT-09). */
function getReleaseName(tracks: ZipTrack[]): string {
  const [first] = tracks;
  const isExplicit = tracks.some(({ track }) => track.explicit === 'explicit');
  return `${first?.track.album_artist} - ${first?.track.album}${isExplicit ? ' [E]' : ''}`;
}
