import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn } from '@promenade/contract/access';
import { release, releases, type Track } from '@promenade/contract/catalogue';
import type { Delivery } from '@promenade/contract/delivery';
import { archiveRelease, flagTrack, reportPlay } from '@promenade/contract/library';
import { PLAYLIST_DESC_MAX, PLAYLIST_NAME_MAX } from '@promenade/contract/limits';
import { connections, shareRelease } from '@promenade/contract/network';
import { addToPlaylist, createPlaylist } from '@promenade/contract/playlists';
import { inject } from 'vitest';
import { synthesise } from '../../demo/music/synthesiser.ts';
import { createWavHeader, encodePcm16 } from '../../demo/wav.ts';
import { createAccount } from '../../server/access/accounts.ts';
import { insertConnection } from '../../server/network/connectionQueries.ts';
import { type Call, createClient } from '../../server/testing/client.ts';
import { temporaryFolder } from '../../server/testing/temporaryFolder.ts';
import { uniqueEmail } from '../createAccount.ts';
import { withDatabase } from '../database.ts';
import { runCommand } from '../runCommand.ts';
import { PASSWORD } from '../signIn.ts';

// Accounts and releases whose texts are as long as they get: 150 characters, one word of 60 letters, right to left.

export const LONG_TITLE =
  'The Long and Winding Story of How the Last Ferry Left the Harbour Without the Band and Came Back in the Morning with an Orchestra, Parts One to Seven';
export const LONG_WORD = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauund';
const LONG_ARTIST =
  'The Extremely Reverend Bartholomew Featherstonehaugh and His Travelling Philharmonic Society of Greater Northumberland featuring a Children’s Choir';
const RIGHT_TO_LEFT = 'فرقة الموسيقى العربية الكبرى لمدينة الإسكندرية على شاطئ البحر';
const LONG_GENRE = 'Alternative and Independent Contemporary Chamber Music';
export const LONG_EMAIL_NAME = 'programming.department.of.the.community.radio';
const PACKAGE = 'Long names';
/** From thirteen on there is a field that finds them. */
const CONNECTIONS = 13;

const video = new URL('../../demo/video.mp4', import.meta.url);

/** Has everything that a release can have. */
const longAlbum: Delivery = {
  id: 'long',
  title: LONG_TITLE,
  artist: LONG_ARTIST,
  upc: '12345678901231',
  catalognumber: LONG_WORD,
  label: { name: `${LONG_TITLE.slice(0, 80)} Recordings`, contact: 'promo@ferry.example' },
  markets: ['Canada', LONG_WORD],
  genres: [LONG_GENRE, LONG_WORD, 'House'],
  moods: [LONG_GENRE, LONG_WORD],
  instruments: [LONG_GENRE],
  p_line: LONG_TITLE,
  language: 'en',
  tracks: [
    {
      file: '1.wav',
      title: LONG_TITLE,
      version: LONG_ARTIST,
      artist: LONG_ARTIST,
      explicit: 'explicit',
      isrc: 'QZLNG2600001',
      composer: LONG_ARTIST,
      writers: [LONG_WORD, LONG_ARTIST, RIGHT_TO_LEFT],
      publishing: LONG_TITLE,
      producer: LONG_ARTIST,
      canadian: { music: LONG_WORD, lyrics: LONG_ARTIST },
      lyrics: 'lyrics.txt',
      bpm: 128,
    },
    { file: '2.wav', title: LONG_WORD, artist: LONG_WORD, stream_only: true },
    { file: '3.mp4', title: `${LONG_WORD} ${LONG_TITLE}`, artist: RIGHT_TO_LEFT },
  ],
  attachments: [
    { file: 'sheet.txt', title: LONG_TITLE },
    { file: 'lyrics.txt', title: LONG_WORD },
  ],
};
const longWord: Delivery = {
  id: 'word',
  title: LONG_WORD,
  artist: LONG_WORD,
  genres: ['House'],
  tracks: [{ file: '1.wav', title: LONG_WORD }],
};
const rightToLeft: Delivery = {
  id: 'rtl',
  title: 'قصيدة طويلة عن الليل والبحر والمدينة التي لا تنام أبدا',
  artist: RIGHT_TO_LEFT,
  genres: ['House'],
  tracks: [{ file: '1.wav', title: RIGHT_TO_LEFT }],
};
const deliveries = [longAlbum, longWord, rightToLeft];

async function deliver(): Promise<void> {
  const folder = await temporaryFolder('promenade-long-');
  try {
    for (const delivery of deliveries) await writeDelivery(join(folder, delivery.id ?? ''), delivery);
    const label = ['--label', longAlbum.label?.name ?? ''];
    await runCommand('server/import.ts', [folder, ...label, '--package', PACKAGE, '--create-packages']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeDelivery(folder: string, delivery: Delivery): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'release.json'), JSON.stringify(delivery));
  for (const { file, title = '' } of delivery.tracks ?? []) {
    if (file.endsWith('.mp4')) await copyFile(video, join(folder, file));
    else {
      const pcm = encodePcm16(synthesise({ work: title, style: 'house', arrangement: 'full', seconds: 6 }));
      await writeFile(join(folder, file), Buffer.concat([createWavHeader(pcm.length, {}), pcm]));
    }
  }
  if (!delivery.attachments) return;
  await writeFile(join(folder, 'sheet.txt'), LONG_TITLE);
  await writeFile(join(folder, 'lyrics.txt'), `${LONG_WORD}\n${LONG_TITLE}`);
  await writeFile(join(folder, 'promo.html'), `<h2>${LONG_WORD}</h2><p>${LONG_TITLE}</p>`);
}

/** Creates an account with long names and connections, of which the first has the same packages; returns its email. */
export async function createLongAccount(packages: string[] = []): Promise<string> {
  const email = uniqueEmail(LONG_EMAIL_NAME);
  const person = {
    firstname: 'Bartholomew Maximilian',
    lastname: LONG_WORD,
    title: LONG_TITLE,
    company: LONG_ARTIST,
    phone: '+1 416 555 0100',
    website: `https://www.${LONG_WORD.toLowerCase()}.example/${LONG_WORD}`,
    country: 'CA',
    state: 'ON',
    city: LONG_WORD,
  };
  await withDatabase(async (db) => {
    const { accountid } = await createAccount(db, { ...person, email, password: PASSWORD, verified: true, packages });
    for (let number = 0; number < CONNECTIONS; number++) {
      const { firstname, lastname } = number === 0 ? person : { firstname: `Guest ${number}`, lastname: RIGHT_TO_LEFT };
      const access = number === 0 ? { password: PASSWORD, packages } : {};
      const guest = { email: uniqueEmail(LONG_EMAIL_NAME), firstname, lastname, verified: number !== 1, ...access };
      await insertConnection(db, accountid, (await createAccount(db, guest)).accountid, new Date());
    }
  });
  return email;
}

/** What the screens of a listener with long names lead to. */
export interface Listener {
  email: string;
  releasePath: string;
  playlistPath: string;
}

/**
 * Delivers releases with long names to a new account that flagged, archived and played them and has a playlist with them.
 * A connection shared one of them.
 */
export async function createListener(): Promise<Listener> {
  await deliver();
  const email = await createLongAccount([PACKAGE, 'Radio']);
  const call = await createSignedInClient(email);
  const { items } = (await call(releases, { query: {} })).body;
  const getId = (delivery: Delivery) => {
    const found = items.find(({ title }) => title === delivery.title);
    if (!found) throw new Error(`${delivery.title} is not in the gallery.`);
    return found.releaseid;
  };
  const tracks: Track[] = [];
  for (const releaseid of deliveries.map(getId)) {
    const { songs } = (await call(release, { params: { releaseid } })).body;
    tracks.push(...songs.filter(({ assettype }) => assettype === 'audio'));
  }
  for (const { releaseid, trackid } of tracks) {
    await call(reportPlay, { body: { trackid, seconds: 12 } });
    await call(flagTrack, { params: { releaseid, trackid } });
  }
  const texts = { name: LONG_WORD.slice(0, PLAYLIST_NAME_MAX), desc: LONG_TITLE.slice(0, PLAYLIST_DESC_MAX) };
  const { playlistid } = (await call(createPlaylist, { body: texts })).body;
  await call(addToPlaylist, { params: { playlistid }, body: { tracks: tracks.map(({ trackid }) => trackid) } });
  await call(archiveRelease, { params: { releaseid: getId(longWord) } });
  await share(call, getId(longAlbum));
  const releasePath = `/releases/releaseInfo/${getId(longAlbum)}`;
  return { email, releasePath, playlistPath: `/playlists/${playlistid}` };
}

async function createSignedInClient(username: string): Promise<Call> {
  const address = inject('address');
  const body = { username, password: PASSWORD, publicdevice: false };
  return createClient(address, (await createClient(address)(signIn, { body })).body['access-token']);
}

/** The connection with the long name shares the release with the account of `call`. */
async function share(call: Call, release_id: string): Promise<void> {
  const { data } = (await call(connections, {})).body;
  const sender = data.connections.find(({ last_name }) => last_name === LONG_WORD);
  const send = await createSignedInClient(sender?.email ?? '');
  const players_id = (await send(connections, {})).body.data.connections.map(({ player_id }) => player_id);
  await send(shareRelease, { body: { release_id, players_id, message: `${LONG_WORD}\n${LONG_TITLE}` } });
}
