import { type MarkerField, markerFields } from '@promenade/contract/releaseFields';
import { buildChunk } from '../../platform/storage/riff.ts';
import type { DownloadTrack } from './downloadQueries.ts';

// The moments of a song, as files and lists carry them.

const names: Record<MarkerField, string> = {
  soundstart: 'First sound',
  introend: 'Intro end',
  hookstart: 'Hook',
  outrostart: 'Outro begin',
  soundend: 'Last sound',
};

export interface SongMarker {
  field: MarkerField;
  name: string;
  seconds: number;
}

/** Those within the song, in their order. */
export const listMarkers = ({ markers, duration }: Pick<DownloadTrack, 'markers' | 'duration'>): SongMarker[] =>
  markerFields
    .flatMap((field) => {
      const seconds = markers[field];
      return seconds === undefined || seconds > duration ? [] : [{ field, name: names[field], seconds }];
    })
    .toSorted((one, other) => one.seconds - other.seconds);

const CUE_BYTES = 24;

/** `cue ` and the names of its points; nothing without markers. */
export function buildCueChunks(markers: SongMarker[], sampleRate: number): Buffer[] {
  if (markers.length === 0) return [];
  const cue = Buffer.alloc(4 + CUE_BYTES * markers.length);
  cue.writeUInt32LE(markers.length, 0);
  for (const [index, { seconds }] of markers.entries()) {
    const at = 4 + CUE_BYTES * index;
    const sample = Math.round(seconds * sampleRate);
    cue.writeUInt32LE(index + 1, at);
    cue.writeUInt32LE(sample, at + 4);
    cue.write('data', at + 8, 'latin1');
    cue.writeUInt32LE(sample, at + 20);
  }
  const labels = markers.map(({ name }, index) => {
    const id = Buffer.alloc(4);
    id.writeUInt32LE(index + 1);
    return buildChunk('labl', Buffer.concat([id, Buffer.from(`${name}\0`)]));
  });
  return [buildChunk('cue ', cue), buildChunk('LIST', Buffer.concat([Buffer.from('adtl'), ...labels]))];
}

/** Usage of timers (AES46). The begin of the end is no `SEGs`, at which a playout system would start the next song. */
const timers: Record<MarkerField, string> = {
  soundstart: 'AUDs',
  introend: 'INTe',
  hookstart: 'MRK1',
  outrostart: 'MRK2',
  soundend: 'AUDe',
};
const TIMERS = 8;

/** The eight timers of `cart`, in samples. */
export function buildTimers(markers: SongMarker[], sampleRate: number): Buffer {
  const out = Buffer.alloc(8 * TIMERS);
  for (const [index, { field, seconds }] of markers.entries()) {
    out.write(timers[field], 8 * index, 'latin1');
    out.writeUInt32LE(Math.round(seconds * sampleRate), 8 * index + 4);
  }
  return out;
}
