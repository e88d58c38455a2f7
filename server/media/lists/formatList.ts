import type { ListFormat, Naming } from '@promenade/contract/downloads';
import { Refusal } from '../../platform/http/refusal.ts';
import { formatNml, formatRekordbox } from './djLists.ts';
import { formatCue, formatListCsv, formatM3u8, formatXspf, type ListedSong } from './playoutLists.ts';

/** @throws FOLDER_NEEDED for a list of a DJ program without the folder of the files */
export function formatList(name: string, songs: ListedSong[], list: ListFormat, { place, columns }: Naming): string {
  if ((list === 'xml' || list === 'nml') && place === '') throw new Refusal('FOLDER_NEEDED');
  switch (list) {
    case 'm3u8':
      return formatM3u8(songs);
    case 'xspf':
      return formatXspf(name, songs);
    case 'cue':
      return formatCue(name, songs);
    case 'csv':
      return formatListCsv(songs, columns);
    case 'xml':
      return formatRekordbox(name, songs, place);
    case 'nml':
      return formatNml(name, songs, place);
  }
}
