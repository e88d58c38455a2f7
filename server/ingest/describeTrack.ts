import type { Explicit } from '@promenade/contract/catalogue';
import { creditWith } from './artistNames.ts';
import type { DescribedTrack } from './described.ts';
import type { Placed } from './playingOrder.ts';
import { nameVersion, splitTitle } from './songVersion.ts';
import { isrc } from './tags.ts';

interface Release {
  artist: string;
  label: string;
  streamOnly: boolean;
  language: string | undefined;
}

/** One track: sidecar, then tag, then file name. */
export function describeTrack({ said, tags, named, place, path, assettype }: Placed, release: Release): DescribedTrack {
  const split = splitTitle(tags.title ?? named.title);
  const artist = said?.artist ?? creditWith(tags.artist ?? named.artist ?? release.artist, split.featured);
  return {
    path,
    disc: place.disc,
    title: said?.title ?? split.title,
    version: said?.version
      ? nameVersion(said.version)
      : split.version || (tags.version ? nameVersion(tags.version) : ''),
    artist,
    explicit: said?.explicit ?? firstSaid(tags.explicit, split.explicit),
    assettype,
    candownload: !(release.streamOnly || said?.stream_only === true),
    isrc: isrc(said?.isrc) ?? tags.isrc ?? null,
    work: said?.work ? `${release.label}/${said.work}`.toLowerCase() : null,
    language: said?.language ?? tags.language ?? release.language ?? null,
    composer: said?.composer ?? (tags.composers.join(', ') || null),
    writers: said?.writers ?? (tags.writers.length > 0 ? tags.writers : tags.composers),
    publishing: said?.publishing ?? tags.publisher ?? null,
    producer: said?.producer ?? tags.producer ?? null,
    canadian: said?.canadian ?? {},
    lyrics: tags.lyrics ?? '',
    lyricsFile: said?.lyrics ?? null,
    bpm: said?.bpm ?? tags.bpm ?? null,
    hook_start: said?.hookstart ?? null,
  };
}

const firstSaid = (...marks: Explicit[]): Explicit => marks.find((mark) => mark !== 'unknown') ?? 'unknown';
