import { reportOpen } from '@promenade/contract/library';
import type { MailFrequency } from '@promenade/contract/profile';
import { followUp, followUpMail, sendFollowUp } from '@promenade/contract/reports';
import { changeSubscription } from '@promenade/contract/unsubscribe';
import { expect, test } from 'vitest';
import { createUnsubscribeToken } from '../notify/unsubscribe.ts';
import { refused } from '../testing/client.ts';
import { listAudit } from '../testing/operatorCommand.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { queueFollowUpMails } from './followUp.ts';

const server = await startTestServer();
let names = 0;

/** A release with its editor, viewer and this many recipients who want mails. */
async function setUp(recipients: number) {
  const name = `Follow-up ${++names}`;
  const packages = [name];
  const release = await server.release({ title: name, artist: 'Ada', packages, label: { name, contact: null } });
  const [editor, viewer] = [await server.signedIn(), await server.signedIn()];
  await server.joinLabel(editor, release, 'editor');
  await server.joinLabel(viewer, release, 'viewer');
  const newRecipient = async (mailpref: MailFrequency = 'daily') => {
    const player = await server.signedIn({ packages, told_at: new Date(0) });
    await server.db.updateTable('accounts').set({ mailpref }).where('id', '=', player.accountid).execute();
    return player;
  };
  const players: SignedIn[] = [];
  for (let index = 0; index < recipients; index++) players.push(await newRecipient());
  const params = { releaseid: release.releaseid };
  const countMails = () => Promise.all(players.map(({ email }) => server.countMails(email)));
  return { release, editor, viewer, players, newRecipient, params, countMails };
}

test('a release is mailed again once, to recipients who did not open it and want mails of the label', async () => {
  const { release, editor, viewer, players, newRecipient, params, countMails } = await setUp(2);
  const [opener, none, leaver] = [await newRecipient(), await newRecipient('none'), await newRecipient()];
  await opener.call(reportOpen, { params });
  const { labelid } = await server.db
    .selectFrom('labels')
    .innerJoin('releases', 'owner_label_id', 'labels.id')
    .where('releases.id', '=', release.id)
    .select('labelid')
    .executeTakeFirstOrThrow();
  const token = await createUnsubscribeToken(server.secrets, leaver, server.now(), labelid);
  await server.call(changeSubscription, { params: { token }, body: { labelid, stopped: true } });

  for (const { call } of [editor, viewer])
    expect((await call(followUp, { params })).body).toEqual({
      people: 2,
      recipients: 5,
      opened: 1,
      unwanted: 2,
      cameback: 0,
      lost: 0,
      sentat: null,
    });
  const preview = await fetch(`${server.url}/api${followUpMail.path.replace(':releaseid', params.releaseid)}`, {
    headers: { cookie: editor.cookie },
  });
  expect(preview.headers.get('content-security-policy')).toContain('sandbox');
  expect(await preview.text()).toContain(`a release for ${editor.email} was not opened yet`);

  const stranger = await server.signedIn();
  expect(await viewer.call(sendFollowUp, { params })).toMatchObject(refused('EDITORS_ONLY'));
  expect(await stranger.call(sendFollowUp, { params })).toMatchObject(refused('RELEASE_NOT_FOUND'));
  const sent = (await editor.call(sendFollowUp, { params })).body;
  expect(sent).toMatchObject({ people: 2, sentat: expect.any(String) });
  expect(await editor.call(sendFollowUp, { params })).toMatchObject(refused('FOLLOW_UP_SENT'));
  expect((await viewer.call(followUp, { params })).body).toEqual(sent);
  expect(await listAudit(server, params.releaseid)).toMatchObject([
    { actor: editor.playerid, action: 'release.follow-up', after: { people: 2 } },
  ]);

  for (const _ of [1, 2]) await queueFollowUpMails(server, params);
  expect(await countMails()).toEqual([1, 1]);
  for (const { email } of [opener, none, leaver, editor, viewer]) expect(await server.countMails(email)).toBe(0);
  const mail = await server.waitForMail(players[0]?.email ?? '');
  expect(mail.subject).toBe(`Reminder: Ada – ${mail.subject.split(' – ')[1]}`);
  expect(mail.links[0]).toContain(params.releaseid);
});

test('an interrupted follow-up continues, beside others, and mails each recipient once', async () => {
  const { editor, params, countMails, players } = await setUp(120);
  await editor.call(sendFollowUp, { params });
  let queued = 0;
  const jobs: typeof server.jobs = {
    ...server.jobs,
    send: async (...job) => {
      if (++queued === 75) throw new Error('gone');
      await server.jobs.send(...job);
    },
  };
  await expect(queueFollowUpMails({ ...server, jobs }, params)).rejects.toThrow('gone');
  await Promise.all([1, 2, 3].map(() => queueFollowUpMails(server, params)));
  expect(await countMails()).toEqual(players.map(() => 1));
});

test('a release that cannot be heard is not mailed again', async () => {
  const { release, editor, params } = await setUp(1);
  await server.setState(release, 'withdrawn');
  expect((await editor.call(followUp, { params })).body.people).toBe(0);
  expect(await editor.call(sendFollowUp, { params })).toMatchObject(refused('RELEASE_NOT_AVAILABLE'));
});
