import type { Pickup, PickupPreview } from '@promenade/contract/desk';
import type { Naming, TrackSource } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import type { AppContext } from '../../platform/context.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { requireDownloadsEnabled } from '../download/downloadFile.ts';
import { findRendition } from '../download/downloadQueries.ts';
import { formatTitle } from '../format.ts';
import { consumeSheetLimit } from '../sheet/sheet.ts';
import { nameFiles, nameList } from './fileNames.ts';
import { formatList } from './formatList.ts';
import { listSourceTracks, requireDownloadable, type SourceTrack } from './listedSongs.ts';
import { getNaming } from './namingQueries.ts';
import { getGivenNames, insertPickup, listPickedUp, lockStation, type PickedUpTrack } from './pickupQueries.ts';

type Context = Pick<AppContext, 'db' | 'now' | 'config'>;

export async function previewPickup(
  { config }: Pick<Context, 'config'>,
  db: Db,
  caller: Caller,
  { source, format: asked }: { source: TrackSource; format: AudioFormat | undefined },
): Promise<PickupPreview> {
  requireDownloadsEnabled(config);
  const format = asked ?? (await getNaming(db, caller.accountid)).format;
  const { songs, leftout, pickedUp } = await listSongs(db, caller, source, format);
  const isNew = ({ trackid }: SourceTrack) => !pickedUp.has(trackid);
  const sum = (tracks: SourceTrack[]) => tracks.reduce((bytes, track) => bytes + bytesOf(track, format), 0);
  const newSongs = songs.filter(isNew);
  return {
    songs: songs.length,
    bytes: sum(songs),
    newsongs: newSongs.length,
    newbytes: sum(newSongs),
    leftout,
    pickedup: groupByPerson([...pickedUp.values()]),
  };
}

/**
 * Gives each song the path of its file, which stays what it is, and remembers them. What was picked up is known from the
 * downloads, so a pick-up that nobody fetches counts for nothing.
 * @throws NOTHING_NEW
 */
export async function startPickup(
  context: Context,
  caller: Caller,
  { name, source, isnew }: { name: string; source: TrackSource; isnew: boolean },
): Promise<Pickup> {
  const { config, now } = context;
  const { accountid } = caller;
  requireDownloadsEnabled(config);
  return inTransaction(context.db, async (db) => {
    await consumeSheetLimit({ db, now }, caller);
    const naming = await getNaming(db, accountid);
    const { format, list } = naming;
    const found = await listSongs(db, caller, source, format);
    const songs = isnew ? found.songs.filter(({ trackid }) => !found.pickedUp.has(trackid)) : found.songs;
    if (songs.length === 0) throw new Refusal('NOTHING_NEW');
    await lockStation(db, accountid);
    const given = await getGivenNames(db, accountid);
    const named = nameFiles(songs, naming, given);
    const files = songs.map((track, index) => ({ track, path: '', number: null, ...named[index] }));
    const unique = uniqueName(`${name} ${now().toISOString().slice(0, 10)}`, given.names);
    const text = list && formatList(unique, files, list, naming);
    const pickupid = await insertPickup(
      db,
      {
        accountid,
        name: unique,
        naming,
        files: files.map(({ track: { id }, path, number }) => ({ id, path, number })),
      },
      now(),
    );
    return {
      pickupid,
      name: unique,
      format,
      files: files.map(({ track, path }) => ({
        trackid: track.trackid,
        title: formatTitle(track),
        path,
        bytes: bytesOf(track, format),
      })),
      list: list && text ? { path: nameList(unique, list, naming.letters), text } : null,
    };
  });
}

/** The songs of a list that can be downloaded, each once. */
async function listSongs(db: Db, caller: Caller, source: TrackSource, format: AudioFormat) {
  const listed = await listSourceTracks(db, caller, source);
  const all = [...new Map(listed.map((track) => [track.trackid, track])).values()];
  const songs = requireDownloadable(all, format);
  const trackids = songs.map(({ trackid }) => trackid);
  const rows = await listPickedUp(db, { ...caller, format, trackids });
  return { songs, leftout: all.length - songs.length, pickedUp: new Map(rows.map((row) => [row.trackid, row])) };
}

const bytesOf = (track: SourceTrack, format: Naming['format']) => findRendition(track, format)?.bytes ?? 0;

function groupByPerson(rows: PickedUpTrack[]): PickupPreview['pickedup'] {
  const people = Map.groupBy(rows, ({ playerid }) => playerid);
  return [...people.values()]
    .map((own) => {
      const at = new Date(Math.max(...own.map((row) => row.at.getTime()))).toISOString();
      return { name: own[0]?.name ?? '', isown: own[0]?.isown ?? false, at, songs: own.length };
    })
    .sort((one, other) => other.at.localeCompare(one.at));
}

function uniqueName(name: string, used: Set<string>): string {
  let unique = name;
  for (let count = 2; used.has(unique); count++) unique = `${name} (${count})`;
  return unique;
}
