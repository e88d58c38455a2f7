import type { AppContext } from '../platform/context.ts';
import type { Part, Stretch } from '../platform/http/parts.ts';
import { id3Head, involvedFrame, lyricsFrame, namedFrame, textFrame } from './id3.ts';
import { fullTitle } from './reportFacts.ts';
import { coverStretch } from './tagsCover.ts';
import type { TakenRendition, TrackToTake } from './takeHomeQueries.ts';

type Here = Pick<AppContext, 'storage'>;

/** The tag in front of the frames as they are stored. */
export async function mp3Parts(here: Here, track: TrackToTake, rendition: TakenRendition): Promise<Part[]> {
  const { file, data_offset, data_bytes, crc32 } = rendition;
  const frames: Stretch = { path: here.storage.localPath(file), start: data_offset, bytes: data_bytes, crc32 };
  return [...(await tagParts(here, track, rendition)), frames];
}

/** The ID3v2.4 tag of a track, its cover as it lies on the disk. */
export async function tagParts({ storage }: Here, track: TrackToTake, { source }: TakenRendition): Promise<Part[]> {
  const cover = track.cover_hash === null ? undefined : await coverStretch(storage, track.cover_hash);
  const head = id3Head(framesOf(track, source), cover?.bytes);
  return cover ? [head, cover] : [head];
}

/** `YYYY-MM-DD` in UTC: the day radio may begin, else the day it came here. */
export const releaseDay = ({ impact_date, available_at }: Pick<TrackToTake, 'impact_date' | 'available_at'>): string =>
  impact_date ?? available_at.toISOString().slice(0, 10);

/** What players show as the year. */
export const releaseYear = (track: Pick<TrackToTake, 'copyrightyear' | 'impact_date' | 'available_at'>): string =>
  String(track.copyrightyear ?? releaseDay(track).slice(0, 4));

/** As iTunes and most players read it. */
const ADVISORY = { explicit: '1', clean: '2', unknown: '0' };

function framesOf(track: TrackToTake, source: string | null): Buffer[] {
  return [
    ...textFrame('TIT2', fullTitle(track)),
    ...textFrame('TPE1', track.artist),
    ...textFrame('TPE2', track.album_artist),
    ...textFrame('TALB', track.album),
    ...textFrame('TRCK', `${track.disc_ordinal}/${track.disc_tracks}`),
    ...textFrame('TPOS', `${track.disc}/${track.discs}`),
    ...textFrame('TSRC', track.isrc),
    ...textFrame('TPUB', ...track.labels),
    ...textFrame('TDRC', releaseYear(track)),
    ...textFrame('TDRL', releaseDay(track)),
    ...textFrame('TCON', ...track.genres),
    ...textFrame('TCOM', track.composer),
    ...textFrame('TEXT', ...track.writers),
    ...involvedFrame('producer', track.producer),
    ...textFrame('TLAN', track.language),
    ...textFrame('TBPM', track.bpm === null ? null : String(Math.round(track.bpm))),
    ...textFrame('TCOP', track.c_line),
    ...textFrame('TPRO', track.p_line),
    ...namedFrame('BARCODE', track.upc),
    ...namedFrame('CATALOGNUMBER', track.catalognumber),
    ...namedFrame('PUBLISHING', track.publishing),
    ...namedFrame('EXPLICIT', track.explicit),
    ...namedFrame('ITUNESADVISORY', ADVISORY[track.explicit]),
    // What the sound was before it came here, when that had lost something already.
    ...namedFrame('SOURCE', source),
    ...lyricsFrame(track.lyrics),
  ];
}
