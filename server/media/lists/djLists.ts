import { formatKeyTag } from '@promenade/contract/codes';
import { listMarkers } from '../download/markers.ts';
import { getReleaseDate, getReleaseYear } from '../download/trackTags.ts';
import { formatTitle } from '../format.ts';
import type { ListedSong } from './playoutLists.ts';
import { xmlElement } from './xmlText.ts';

// DJ programs know no relative paths: their lists need the folder that the files are in.

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

interface Place {
  /** `C:`, or empty. */
  volume: string;
  folders: string[];
}

function parsePlace(place: string): Place {
  const [, volume = '', rest = ''] = /^([A-Za-z]:)?(.*)$/s.exec(place.replaceAll('\\', '/')) ?? [];
  return { volume, folders: rest.split('/').filter(Boolean) };
}

const KINDS: Record<string, string> = {
  wav: 'WAV File',
  aiff: 'AIFF File',
  aif: 'AIFF File',
  mp3: 'MP3 File',
  flac: 'FLAC File',
  fla: 'FLAC File',
};

const endingOf = (path: string) => path.slice(path.lastIndexOf('.') + 1).toLowerCase();

/** The XML that rekordbox imports: a collection and one playlist of it. An empty tempo is an error there, so it is left out. */
export function formatRekordbox(name: string, songs: ListedSong[], place: string): string {
  const { volume, folders } = parsePlace(place);
  const tracks = songs.map(({ track, path }, index) => {
    const location = [...(volume ? [volume] : []), ...[...folders, ...path.split('/')].map(encodeURIComponent)].join(
      '/',
    );
    // Memory cues: a hot cue would take one of the few buttons of a deck.
    const marks = listMarkers(track).map(({ name, seconds }) =>
      xmlElement('POSITION_MARK', { Name: name, Type: 0, Start: seconds.toFixed(3), Num: -1 }),
    );
    const attributes = {
      TrackID: index + 1,
      Name: formatTitle(track),
      Artist: track.artist,
      Composer: track.composer,
      Album: track.album,
      Genre: track.genres[0],
      Kind: KINDS[endingOf(path)],
      TotalTime: Math.round(track.duration),
      DiscNumber: track.disc,
      TrackNumber: track.disc_ordinal,
      Year: getReleaseYear(track),
      AverageBpm: track.bpm?.toFixed(2),
      Tonality: track.key && formatKeyTag(track.key),
      Label: track.labels[0],
      Location: `file://localhost/${location}`,
    };
    return xmlElement('TRACK', attributes, marks.length > 0 ? marks : undefined);
  });
  const keys = songs.map((_, index) => xmlElement('TRACK', { Key: index + 1 }));
  const playlist = xmlElement('NODE', { Name: name, Type: 1, KeyType: 0, Entries: songs.length }, keys);
  return `${DECLARATION}\n${xmlElement('DJ_PLAYLISTS', { Version: '1.0.0' }, [
    xmlElement('PRODUCT', { Name: 'Promenade', Version: '1', Company: '' }),
    xmlElement('COLLECTION', { Entries: songs.length }, tracks),
    xmlElement('PLAYLISTS', {}, [xmlElement('NODE', { Type: 0, Name: 'ROOT', Count: 1 }, [playlist])]),
  ])}\n`;
}

/** Semitones above C; keys have no double accidentals. */
const NOTES: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** As Traktor numbers keys: C major to B major are 0 to 11, C minor to B minor 12 to 23. */
function numberKey(tag: string): number | undefined {
  const [, note = '', accidental, minor] = /^([A-G])([#b])?(m)?$/.exec(tag) ?? [];
  const natural = NOTES[note];
  if (natural === undefined) return undefined;
  const shift = accidental === undefined ? 0 : accidental === '#' ? 1 : -1;
  return ((natural + shift + 12) % 12) + (minor ? 12 : 0);
}

/** A collection of Traktor with one playlist. A song is found by volume, folder and name together. */
export function formatNml(name: string, songs: ListedSong[], place: string): string {
  const { volume, folders } = parsePlace(place);
  const located = songs.map((song) => {
    const parts = song.path.split('/');
    const file = parts.pop() ?? '';
    const escape = (part: string) => part.replaceAll(':', '//');
    const dir = `/:${[...folders, ...parts].map((part) => `${escape(part)}/:`).join('')}`;
    return { ...song, dir, file: escape(file) };
  });
  const entries = located.map(({ track, dir, file }) => {
    const key = track.key === null ? null : formatKeyTag(track.key);
    const bpm =
      track.bpm === null ? [] : [xmlElement('TEMPO', { BPM: track.bpm.toFixed(6), BPM_QUALITY: '100.000000' })];
    const number = key === null ? undefined : numberKey(key);
    return xmlElement('ENTRY', { TITLE: formatTitle(track), ARTIST: track.artist }, [
      xmlElement('LOCATION', { DIR: dir, FILE: file, VOLUME: volume, VOLUMEID: volume }),
      xmlElement('ALBUM', { TITLE: track.album, TRACK: track.disc_ordinal }),
      xmlElement('INFO', {
        GENRE: track.genres[0],
        LABEL: track.labels[0],
        KEY: key,
        PLAYTIME: Math.round(track.duration),
        PLAYTIME_FLOAT: track.duration.toFixed(6),
        RELEASE_DATE: getReleaseDate(track).split('-').map(Number).join('/'),
      }),
      ...bpm,
      ...(number === undefined ? [] : [xmlElement('MUSICAL_KEY', { VALUE: number })]),
      ...listMarkers(track).map(({ name, seconds }) =>
        xmlElement('CUE_V2', {
          NAME: name,
          DISPL_ORDER: 0,
          TYPE: 0,
          START: (1_000 * seconds).toFixed(6),
          LEN: '0.000000',
          REPEATS: -1,
          HOTCUE: -1,
        }),
      ),
    ]);
  });
  const keys = located.map(({ dir, file }) =>
    xmlElement('ENTRY', {}, [xmlElement('PRIMARYKEY', { TYPE: 'TRACK', KEY: `${volume}${dir}${file}` })]),
  );
  const playlist = xmlElement('NODE', { TYPE: 'PLAYLIST', NAME: name }, [
    xmlElement('PLAYLIST', { ENTRIES: songs.length, TYPE: 'LIST' }, keys),
  ]);
  const root = xmlElement('NODE', { TYPE: 'FOLDER', NAME: '$ROOT' }, [
    xmlElement('SUBNODES', { COUNT: 1 }, [playlist]),
  ]);
  return `${DECLARATION}\n${xmlElement('NML', { VERSION: 19 }, [
    xmlElement('HEAD', { COMPANY: 'Promenade', PROGRAM: 'Promenade' }, []),
    xmlElement('MUSICFOLDERS', {}, []),
    xmlElement('COLLECTION', { ENTRIES: songs.length }, entries),
    xmlElement('PLAYLISTS', {}, [root]),
  ])}\n`;
}
