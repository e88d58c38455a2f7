import { randomUUID } from 'node:crypto';
import * as announcements from '@promenade/contract/announcements';
import * as audienceRoutes from '@promenade/contract/audience';
import * as downloads from '@promenade/contract/downloads';
import * as label from '@promenade/contract/label';
import * as files from '@promenade/contract/labelFiles';
import { labelVocabulary } from '@promenade/contract/labelSettings';
import * as library from '@promenade/contract/library';
import * as media from '@promenade/contract/media';
import * as catalogue from '@promenade/contract/operatorCatalogue';
import * as people from '@promenade/contract/operatorPeople';
import { testMail } from '@promenade/contract/operatorService';
import { addToPlaylist, createPlaylist } from '@promenade/contract/playlists';
import { requestDeletion } from '@promenade/contract/privacy';
import { recipientForm2 } from '@promenade/contract/signUp';
import { changeSubscription, subscription } from '@promenade/contract/unsubscribe';
import * as uploads from '@promenade/contract/uploads';
import { expect, test } from 'vitest';
import { createUnsubscribeToken } from './notify/unsubscribe.ts';
import { setExcluded } from './operator/releases.ts';
import { createNodeLocks } from './platform/database/nodeLocks.ts';
import { companyAnswers } from './testing/applicants.ts';
import { whenOver } from './testing/cleanUp.ts';
import { refused } from './testing/client.ts';
import { createSong } from './testing/downloads.ts';
import { expectRefused } from './testing/refusals.ts';
import { startTestServer } from './testing/testServer.ts';
import { createUploader } from './testing/uploads.ts';

// Refusals that no test of a feature meets. A run of all tests fails for a code that the contract declares and nobody saw.

const server = await startTestServer({ env: { DOWNLOADS_PER_HOUR: '1', ZIPS_PER_HOUR: '1' } });
const { db } = server;
const harbour = { name: 'Harbour', contact: null };

/** A release with a song that has only an MP3, and a video. */
async function newMedia(of = server) {
  const [mp3] = (await createSong(of)).track.renditions ?? [];
  const [video] = (await createSong(of)).track.renditions ?? [];
  if (!mp3 || !video) throw new Error('Nothing was stored.');
  const clip = { assettype: 'video', renditions: [{ ...video, kind: 'video', media_type: 'video/mp4' }] } as const;
  const release = await of.release({ songs: [{ renditions: [mp3] }, { ...clip, renditions: [...clip.renditions] }] });
  const [song = '', film = ''] = release.trackids;
  return { release, song: { params: { id: song } }, film: { params: { id: film } } };
}

test('downloads of another format, above the limits, and where they are turned off', async () => {
  const player = await server.signedIn();
  const { release, song, film } = await newMedia();
  const { playlistid } = (await player.call(createPlaylist, { body: { name: 'Night' } })).body;
  const add = (...tracks: string[]) => player.call(addToPlaylist, { params: { playlistid }, body: { tracks } });
  await add(song.params.id);
  const [zip, list] = [{ params: { id: release.releaseid } }, { params: { id: playlistid } }];
  const query = { format: 'wav' } as const;
  await expectRefused(
    'FORMAT_NOT_AVAILABLE',
    player.call(downloads.audioDownload, { ...song, query }),
    player.call(downloads.releaseZip, { ...zip, query }),
    player.call(downloads.releaseZipLink, { ...zip, query }),
    player.call(downloads.releaseZipStatus, { ...zip, query }),
    player.call(downloads.playlistZip, { ...list, query }),
    player.call(downloads.playlistZipLink, { ...list, query }),
    player.call(downloads.playlistZipStatus, { ...list, query }),
  );
  expect((await player.call(downloads.videoDownload, { ...film, query: {} })).status).toBe(200);
  expect((await player.call(downloads.playlistZip, { ...list, query: {} })).status).toBe(200);
  await expectRefused('DOWNLOAD_LIMIT', player.call(downloads.videoDownload, { ...film, query: {} }));
  await expectRefused('DOWNLOAD_LIMIT', player.call(downloads.playlistZip, { ...list, query: {} }));
  await db.updateTable('tracks').set({ candownload: false }).where('trackid', '=', song.params.id).execute();
  await expectRefused('STREAM_ONLY', player.call(downloads.playlistZip, { ...list, query: {} }));
  const closed = await startTestServer({ env: { DOWNLOADS: '0' } });
  const other = await newMedia(closed);
  const listener = await closed.signedIn();
  await expectRefused('DOWNLOADS_OFF', listener.call(downloads.videoDownload, { ...other.film, query: {} }));
});

test('media of a release that was taken away, and of a video that was delivered again', async () => {
  const player = await server.signedIn();
  const { release, song, film } = await newMedia();
  const { token } = (await player.call(media.videoToken, { ...film, query: {} })).body.data;
  const track = db.selectFrom('tracks').where('trackid', '=', film.params.id).select('id');
  await db.updateTable('renditions').set({ file: 'video/new.mp4' }).where('track_id', '=', track).execute();
  const again = await server.call(media.videoStream, { ...film, query: { token } }, { cookie: player.cookie });
  expect(again).toMatchObject(refused('TRACK_REPLACED'));
  await setExcluded(server, release.releaseid, player.playerid, true);
  const query = {};
  const params = { releaseid: release.releaseid };
  await expectRefused(
    'FORBIDDEN',
    player.call(media.videoToken, { ...film, query }),
    player.call(media.audioStream, { ...song, query }),
    player.call(media.videoStream, { ...film, query }),
    player.call(downloads.videoDownload, { ...film, query }),
    player.call(downloads.releaseZip, { params: { id: release.releaseid }, query }),
    player.call(library.reportOpen, { params }),
  );
  await server.setState(release, 'withdrawn');
  await expectRefused(
    'RELEASE_NOT_AVAILABLE',
    player.call(media.videoToken, { ...film, query }),
    player.call(library.reportOpen, { params }),
    player.call(library.unflagRelease, { params }),
    player.call(library.unflagTrack, { params: { ...params, trackid: song.params.id } }),
    player.call(library.restoreRelease, { params }),
    player.call(library.withdrawReaction, { params }),
  );
});

test('a viewer of a label changes nothing', async () => {
  const release = await server.release({ label: harbour, audio: true });
  const [viewer, editor] = [await server.signedIn(), await server.signedIn()];
  await server.joinLabel(viewer, release, 'viewer');
  await server.joinLabel(editor, release, 'editor');
  const params = { releaseid: release.releaseid };
  const { labelid } = (await editor.call(label.staffLabels, { query: {} })).body.items[0] ?? { labelid: '' };
  const delivery = (await editor.call(uploads.startDelivery, { body: { labelid, name: 'Night' } })).body;
  const ofDelivery = { params: { deliveryid: delivery.deliveryid } };
  const [trackid = ''] = release.trackids;
  const audience = { packages: [], people: [], excluded: [], addresses: [] };
  await expectRefused(
    'EDITORS_ONLY',
    viewer.call(label.deleteDraft, { params }),
    viewer.call(label.withdrawStaffRelease, { params, query: {} }),
    viewer.call(label.restoreStaffRelease, { params, query: {} }),
    viewer.call(audienceRoutes.setAudience, { params, body: audience }, { 'if-match': '"1"' }),
    viewer.call(announcements.cancelMail, { params }),
    viewer.call(announcements.sendTestMail, { params, body: { subject: '', message: '' } }),
    viewer.call(uploads.checkDelivery, ofDelivery),
    viewer.call(uploads.importDelivery, { ...ofDelivery, body: {} }),
    viewer.call(uploads.replaceRecording, { params: { ...params, trackid }, body: { uploadid: randomUUID() } }),
  );
});

test('changes of a release without its version, over another one, and of a draft', async () => {
  const draft = await server.release({ label: harbour, isDraft: true });
  const editor = await server.signedIn();
  await server.joinLabel(editor, draft, 'editor');
  const params = { releaseid: draft.releaseid };
  const audience = { packages: [], people: [], excluded: [], addresses: [] };
  await expectRefused(
    'IF_MATCH_REQUIRED',
    editor.call(audienceRoutes.setAudience, { params, body: audience }),
    editor.call(files.setAttachments, { params, body: { attachments: [] } }),
    editor.call(files.restoreAttachments, { params }),
    editor.call(files.restoreCover, { params }),
  );
  await expectRefused('EDITED_MEANWHILE', editor.call(files.restoreAttachments, { params }, { 'if-match': '"1000"' }));
  const query = { labelid: randomUUID() };
  await expectRefused(
    'LABEL_NOT_FOUND',
    editor.call(label.labelPeople, { query }),
    editor.call(labelVocabulary, { query }),
  );
  await expectRefused('RELEASE_UNPUBLISHED', editor.call(label.restoreStaffRelease, { params, query: {} }));
});

test('calls that come too often', async () => {
  const release = await server.release({ label: harbour });
  const editor = await server.signedIn();
  await server.joinLabel(editor, release, 'editor');
  const { labelid } = (await editor.call(label.staffLabels, { query: {} })).body.items[0] ?? { labelid: '' };
  for (let count = 0; count < 60; count++) await editor.call(label.labelPeople, { query: { labelid } });
  for (let count = 0; count < 5; count++) await editor.call(requestDeletion);
  const form = () => server.call(recipientForm2, { body: { ...companyAnswers, email: 'ana@station.example' } });
  for (let count = 0; count < 30; count++) await form();
  await expectRefused(
    'TOO_MANY_REQUESTS',
    editor.call(label.labelPeople, { query: { labelid } }),
    editor.call(requestDeletion),
    form(),
  );
});

test('deliveries that are closed, one too many, and a disk without room', async () => {
  const full = await startTestServer({ env: { FREE_SPACE_MIN_MB: '99999999' } });
  const body = { files: [{ path: '1.wav', bytes: 10 }] };
  for (const { of, code } of [
    { of: server, code: 'DELIVERY_CLOSED' },
    { of: full, code: 'STORAGE_FULL' },
  ] as const) {
    const release = await of.release({ label: harbour });
    const editor = await of.signedIn();
    await of.joinLabel(editor, release, 'editor');
    const { labelid } = (await editor.call(label.staffLabels, { query: {} })).body.items[0] ?? { labelid: '' };
    const { deliveryid } = (await editor.call(uploads.startDelivery, { body: { labelid, name: 'Night' } })).body;
    const params = { deliveryid };
    if (code === 'DELIVERY_CLOSED') await editor.call(uploads.discardDelivery, { params });
    await expectRefused(code, editor.call(uploads.announceFiles, { params, body }));
    if (code === 'DELIVERY_CLOSED') await expectRefused(code, editor.call(uploads.checkDelivery, { params }));
  }
});

test('a recording beside five open deliveries, and a part while another connection holds the file', async () => {
  const release = await server.release({ label: harbour, audio: true });
  const editor = await server.signedIn();
  await server.joinLabel(editor, release, 'editor');
  const uploader = createUploader(server.url, editor);
  const { labelid } = (await editor.call(label.staffLabels, { query: {} })).body.items[0] ?? { labelid: '' };
  const edit = { labelid, releaseid: release.releaseid, purpose: 'edit', name: 'song.wav' } as const;
  const { deliveryid } = (await editor.call(uploads.startDelivery, { body: edit })).body;
  const uploadid = (await uploader.upload(deliveryid, 'song.wav', Buffer.alloc(10))).split('/').at(-1) ?? '';
  const { account_id, label_id } = await db
    .selectFrom('deliveries')
    .where('deliveryid', '=', deliveryid)
    .select(['account_id', 'label_id'])
    .executeTakeFirstOrThrow();
  const open = { account_id, label_id, release_id: null, name: 'Night', purpose: 'release' as const };
  const rows = [1, 2, 3, 4, 5].map(() => ({
    ...open,
    sent_at: null,
    created_at: server.now(),
    updated_at: server.now(),
  }));
  await db.insertInto('deliveries').values(rows).execute();
  const params = { releaseid: release.releaseid, trackid: release.trackids[0] ?? '' };
  await expectRefused('TOO_MANY_DELIVERIES', editor.call(uploads.replaceRecording, { params, body: { uploadid } }));
  const locks = createNodeLocks(server.pool);
  whenOver(() => locks.close());
  await locks.take(uploadid, () => {});
  expect(await uploader.head(`/api${uploads.UPLOADS_PATH}/${uploadid}`)).toMatchObject({ status: 423 });
});

test('operators meet unknown people, taken names, and what is so already', async () => {
  const operator = await server.signedIn({ operator: true });
  const { call } = operator;
  const { email, playerid } = await server.account({ packages: ['Radio'] });
  const nameOf = async (kind: 'labels' | 'packages', filter: string) =>
    (await call(catalogue.names, { params: { kind }, query: { filter } })).body.items[0]?.id ?? '';
  await call(catalogue.makeName, { params: { kind: 'labels' }, body: { name: 'Quay' } });
  const [quay, radio, everyone] = [
    { params: { nameid: await nameOf('labels', 'Quay') } },
    { params: { nameid: await nameOf('packages', 'Radio') } },
    { params: { nameid: await nameOf('packages', 'Everyone') } },
  ];
  const nobody = 'nobody@test.example';
  await expectRefused(
    'ACCOUNT_NOT_FOUND',
    call(catalogue.changeLabel, { ...quay, body: { staff: { account: nobody, role: 'viewer' } } }),
    call(catalogue.changePackage, { ...radio, body: { member: { account: nobody, holds: true } } }),
  );
  await expectRefused(
    'NOTHING_CHANGED',
    call(catalogue.changeLabel, { ...quay, body: { staff: { account: email, role: null } } }),
    call(catalogue.changePackage, { ...radio, body: { member: { account: email, holds: true } } }),
  );
  const into = radio.params.nameid;
  await expectRefused(
    'NAME_FIXED',
    call(catalogue.changePackage, { ...everyone, body: { member: { account: email, holds: false } } }),
    call(catalogue.mergeNames, { params: { kind: 'packages', nameid: into }, body: { into } }),
    call(catalogue.previewNameMerge, { params: { kind: 'packages', nameid: into }, query: { into } }),
    call(catalogue.previewPackageRule, { ...everyone, query: {}, body: { condition: null } }),
  );
  await expectRefused('NAME_TAKEN', call(catalogue.makeName, { params: { kind: 'labels' }, body: { name: 'Quay' } }));
  const { version } = (await call(people.account, { params: { playerid } })).body;
  await expectRefused(
    'NOT_YOUR_EMAIL',
    call(people.changeAccount, { params: { playerid }, body: { removeemail: nobody } }, { 'if-match': `"${version}"` }),
  );
  const disabled = { params: { playerid: (await server.account({ status: 'disabled' })).playerid } };
  await expectRefused(
    'ACCOUNT_INACTIVE',
    call(people.actOnAccount, { ...disabled, body: { action: 'send-sign-in-link' } }),
  );
});

test('operators meet accounts without an address', async () => {
  const [operator, applicant] = [
    await server.signedIn({ operator: true }),
    await server.account({ status: 'pending' }),
  ];
  await db.deleteFrom('account_emails').where('account_id', 'in', [operator.accountid, applicant.accountid]).execute();
  const params = { playerid: applicant.playerid };
  await expectRefused(
    'ACCOUNT_WITHOUT_EMAIL',
    operator.call(people.decideApplication, { params, body: { decision: 'rejected' } }),
    operator.call(people.undoApplication, { params }),
    operator.call(testMail),
  );
});

test('an unsubscribe link ends after two years, and an invented one is none', async () => {
  const player = await server.signedIn();
  const start = new Date(server.now().getTime() - 2 * 366 * 24 * 3600_000);
  const params = { token: await createUnsubscribeToken(server.secrets, player, start) };
  await expectRefused(
    'TOKEN_EXPIRED',
    server.call(subscription, { params }),
    server.call(changeSubscription, { params, body: { mailpref: 'none' } }),
  );
  const invented = { params: { token: 'invented' }, body: { mailpref: 'none' } } as const;
  await expectRefused('INVALID_TOKEN', server.call(changeSubscription, invented));
});
