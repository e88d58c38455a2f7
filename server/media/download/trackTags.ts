import { crc32 } from 'node:zlib';
import { formatKeyTag } from '@promenade/contract/codes';
import { releaseTags } from '@promenade/contract/releaseFields';
import { iso6392 } from 'iso-639-2';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '../../platform/context.ts';
import type { ChecksummedPart, ChecksummedRange } from '../../platform/http/parts.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { formatTitle } from '../format.ts';
import type { MarkedSound } from '../soundCopy.ts';
import type { DownloadRendition, DownloadTrack } from './downloadQueries.ts';
import {
  buildId3Header,
  chapterFrames,
  creditFrame,
  fileIdFrame,
  lyricsFrame,
  textFrame,
  userTextFrame,
} from './id3.ts';
import { listMarkers } from './markers.ts';

type Context = Pick<AppContext, 'storage'>;

export async function buildMp3Parts(
  context: Context,
  track: DownloadTrack,
  rendition: DownloadRendition,
  takingId: string,
  marked?: Pick<MarkedSound, 'copy'>,
): Promise<ChecksummedPart[]> {
  const { file, data_offset, data_bytes, crc32 } = rendition;
  const tag = await buildTagParts(context, track, rendition, takingId, true);
  return [...tag, marked?.copy ?? { key: file, start: data_offset, bytes: data_bytes, crc32 }];
}

/** Builds the ID3v2.4 tag, with the markers as chapters where asked for; the cover is a range of its stored file. */
export async function buildTagParts(
  { storage }: Context,
  track: DownloadTrack,
  rendition: DownloadRendition,
  takingId: string,
  hasChapters = false,
): Promise<ChecksummedPart[]> {
  const cover = await getCoverPart(storage, track);
  const chapters = hasChapters ? chapterFrames(listMarkers(track), track.duration) : [];
  const header = buildId3Header([...buildFrames(track, rendition, takingId), ...chapters], cover?.bytes);
  return cover ? [header, cover] : [header];
}

/** By the version of the file in the storage. */
const coverCache = new LRUCache<string, ChecksummedRange>({ max: 1_000 });

/** Gives the cover as JPEG of 1,000 px; undefined without one, and when its file is missing. */
export async function getCoverPart(
  storage: Storage,
  { cover_hash }: Pick<DownloadTrack, 'cover_hash'>,
): Promise<ChecksummedRange | undefined> {
  if (cover_hash === null) return undefined;
  const key = `covers/${cover_hash}-1000.jpg`;
  const file = await storage.stat(key);
  if (!file) return undefined;
  const cached = coverCache.get(file.version);
  if (cached) return cached;
  let sum = 0;
  for await (const chunk of (await storage.read(key)) as AsyncIterable<Buffer>) sum = crc32(chunk, sum);
  const cover = { key, start: 0, bytes: file.bytes, crc32: sum };
  coverCache.set(file.version, cover);
  return cover;
}

/** Impact date, else the day of availability in UTC, as `YYYY-MM-DD`. */
export const getReleaseDate = ({
  impact_date,
  available_at,
}: Pick<DownloadTrack, 'impact_date' | 'available_at'>): string =>
  impact_date ?? available_at.toISOString().slice(0, 10);

export const getReleaseYear = (track: Pick<DownloadTrack, 'copyrightyear' | 'impact_date' | 'available_at'>): string =>
  String(track.copyrightyear ?? getReleaseDate(track).slice(0, 4));

/** Codes of ISO 639-2/B by English name and by each code of a language. Some names are the code of another language. */
const languageCodes = new Map([
  ...iso6392.flatMap(({ name, iso6392B }) =>
    name
      .toLowerCase()
      .split('; ')
      .map((key) => [key, iso6392B] as const),
  ),
  ...iso6392.flatMap(({ iso6391 = '', iso6392T = '', iso6392B }) =>
    [iso6391, iso6392T, iso6392B].map((key) => [key, iso6392B] as const),
  ),
]);

/** Three letters each, as ID3 requires; nothing for a language without a code. */
export const listLanguageCodes = (languages: string | null) => (languages ?? '').split(/[,;/]/).map(getLanguageCode);

function getLanguageCode(language: string): string | undefined {
  const name = language.trim().toLowerCase();
  const [subtag = ''] = name.split(/[-_]/);
  return subtag === '' ? undefined : (languageCodes.get(name) ?? languageCodes.get(subtag));
}

export const ADVISORY = { explicit: '1', clean: '2', unknown: '0' };

/** Beats per minute with at most two decimals, which DJ programs read. */
export const formatBpm = (bpm: number | null): string | null =>
  bpm === null ? null : String(Math.round(bpm * 100) / 100);

/** LUFS that ReplayGain 2.0 levels to. */
const REFERENCE_LUFS = -18;

/** Gain and peak of the sound of a file as ReplayGain names them; an MP3 of surround is a downmix. */
export function listReplayGain(track: DownloadTrack, { channels }: DownloadRendition): [name: string, text: string][] {
  const isDownmix = (track.renditions.wav?.channels ?? 0) > (channels ?? 0);
  const [loudness, peak] = isDownmix ? [track.stream_loudness, track.stream_true_peak] : [track.loudness, track.peak];
  return [
    ...(loudness === null ? [] : [['REPLAYGAIN_TRACK_GAIN', `${(REFERENCE_LUFS - loudness).toFixed(2)} dB`] as const]),
    ...(peak === null ? [] : [['REPLAYGAIN_TRACK_PEAK', (10 ** (peak / 20)).toFixed(6)] as const]),
  ].map(([name, text]) => [name, text]);
}

function buildFrames(track: DownloadTrack, rendition: DownloadRendition, takingId: string): Buffer[] {
  return [
    ...textFrame('TIT2', formatTitle(track)),
    ...textFrame('TPE1', track.artist),
    ...textFrame('TPE2', track.album_artist),
    ...textFrame('TALB', track.album),
    ...textFrame('TRCK', `${track.disc_ordinal}/${track.disc_tracks}`),
    ...textFrame('TPOS', `${track.disc}/${track.discs}`),
    ...textFrame('TSRC', track.isrc),
    ...textFrame('TPUB', ...track.labels),
    ...textFrame('TDRC', getReleaseYear(track)),
    ...textFrame('TDRL', getReleaseDate(track)),
    ...textFrame('TCON', ...track.genres),
    ...textFrame('TCOM', track.composer),
    ...textFrame('TEXT', ...track.writers),
    ...creditFrame('producer', track.producer),
    ...textFrame('TLAN', ...listLanguageCodes(track.language)),
    ...textFrame('TBPM', formatBpm(track.bpm)),
    ...textFrame('TKEY', track.key && formatKeyTag(track.key)),
    ...textFrame('TCOP', track.c_line),
    ...textFrame('TPRO', track.p_line),
    ...Object.entries(releaseTags).flatMap(([tag, name]) => userTextFrame(tag, track[name])),
    ...userTextFrame('PUBLISHING', track.publishing),
    ...listReplayGain(track, rendition).flatMap(([name, text]) => userTextFrame(name, text)),
    // What the standard frames cannot say: the title has the version in brackets, and some readers cut TBPM.
    ...userTextFrame('VERSION', track.version),
    ...userTextFrame('BPM', Number.isInteger(track.bpm) ? null : track.bpm?.toString()),
    ...userTextFrame('EXPLICIT', track.explicit),
    ...userTextFrame('ITUNESADVISORY', ADVISORY[track.explicit]),
    // Codec of a lossy delivery.
    ...userTextFrame('SOURCE', rendition.source),
    ...userTextFrame('PROMENADE_ID', takingId),
    ...fileIdFrame(takingId),
    ...lyricsFrame(track.lyrics),
  ];
}
