import { cancelMail, changeMail, sendTestMail } from '@promenade/contract/announcements';
import { release as releaseRoute } from '@promenade/contract/catalogue';
import * as label from '@promenade/contract/label';
import { labelSettings } from '@promenade/contract/labelSettings';
import { plays, reportPlay } from '@promenade/contract/library';
import { audioToken } from '@promenade/contract/media';
import * as history from '@promenade/contract/releaseHistory';
import { reportRecipients } from '@promenade/contract/reports';
import { expect, test } from 'vitest';
import { setEnd } from '../catalogue/withdrawQueries.ts';
import { sendReleaseMails } from '../notify/sendReleaseMails.ts';
import { refused } from '../testing/client.ts';
import type { TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { addAddressedAccounts, setExclusion } from './audience.ts';

const server = await startTestServer();
const harbour = { label: { name: 'Harbour', contact: null } };
const [editor, viewer, foreign] = [
  await server.signedIn({ firstname: 'Edda', lastname: 'Editor', everyone: false }),
  await server.signedIn({ everyone: false }),
  await server.signedIn({ everyone: false }),
];
const owned = await server.release({ ...harbour, packages: ['Radio'] });
await server.joinLabel(editor, owned, 'editor');
await server.joinLabel(viewer, owned, 'viewer');
await server.joinLabel(foreign, await server.release({ label: { name: 'Other', contact: null } }), 'editor');
const { rows: owners } = await server.pool.query<{ labelid: string }>(
  "select labelid from labels where name = 'Harbour'",
);
const labelid = owners[0]?.labelid ?? '';

const newDraft = (options: object = {}) =>
  server.release({ ...harbour, isDraft: true, packages: ['Radio'], audio: true, ...options });
const read = async ({ releaseid }: TestRelease, { call } = editor) =>
  (await call(label.staffRelease, { params: { releaseid } })).body;

interface Audience {
  packages?: string[];
  people?: string[];
  excluded?: string[];
  addresses?: string[];
}

async function setAudience(release: TestRelease, audience: Audience, seen?: number) {
  const version = seen ?? (await read(release)).version;
  const response = await fetch(`${server.url}/api/label/releases/${release.releaseid}/audience`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${editor.token}`,
      'content-type': 'application/json',
      'if-match': `"${version}"`,
    },
    body: JSON.stringify({ packages: [], people: [], excluded: [], addresses: [], ...audience }),
  });
  return { status: response.status, body: (await response.json()) as label.StaffDocument };
}

const publish = ({ releaseid }: TestRelease, body: object = {}, { call } = editor) =>
  call(label.publishDraft, { params: { releaseid }, body: { available: null, mail: null, confirmed: true, ...body } });
const canSee = async ({ releaseid }: TestRelease, { call }: SignedIn) =>
  (await call(releaseRoute, { params: { releaseid } })).status === 200;

test('a draft is seen by nobody, and by its recipients from the moment it is published', async () => {
  const listener = await server.signedIn({ packages: ['Radio'] });
  const draft = await newDraft();
  expect(await canSee(draft, listener)).toBe(false);
  expect(await publish(draft, {}, viewer)).toMatchObject(refused('EDITORS_ONLY'));
  expect(await publish(draft, {}, foreign)).toMatchObject(refused('RELEASE_NOT_FOUND'));
  const { body } = await publish(draft);
  expect(body).toMatchObject({ release: { state: 'available' } });
  expect(await canSee(draft, listener)).toBe(true);
  expect(await publish(draft)).toMatchObject(refused('RELEASE_PUBLISHED'));
  const { items } = (await editor.call(history.releaseHistory, { params: draft, query: {} })).body;
  expect(items.map(({ action }) => action)).toContain('release.publish');
});

test('a draft whose audience nobody has decided, or that lacks a title, is not published', async () => {
  const draft = await newDraft({ title: '', packages: [], facts: { keepsAudience: true } });
  expect((await read(draft)).audience).toMatchObject({ decided: false, counts: { recipients: 0 } });
  expect(await publish(draft)).toMatchObject({
    status: 409,
    refusal: {
      code: 'RELEASE_INCOMPLETE',
      fields: { NO_TITLE: 'The release has no title.', AUDIENCE_UNDECIDED: 'Nobody has decided who receives it.' },
    },
  });
});

test('a draft that somebody changed meanwhile, or that would end before, is not published', async () => {
  const draft = await newDraft();
  const { version } = await read(draft);
  await setAudience(draft, { packages: ['Radio'], addresses: ['new@test.example'] });
  const response = await fetch(`${server.url}/api/label/releases/${draft.releaseid}/publish`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${editor.token}`,
      'content-type': 'application/json',
      'if-match': `"${version}"`,
    },
    body: JSON.stringify({ available: null, mail: null, confirmed: true }),
  });
  expect([response.status, (await read(draft)).release.state]).toEqual([412, 'draft']);
  await setEnd(server.db, draft.id, new Date('2027-01-01'), server.now());
  expect(await publish(draft, { available: '2027-02-01' })).toMatchObject(refused('VALIDATION'));
  expect((await publish(draft, { available: '2026-12-31' })).body.release.state).toBe('scheduled');
});

test('a draft is published after a question that tells for how many', async () => {
  const draft = await newDraft({ packages: [], facts: { keepsAudience: true } });
  expect((await setAudience(draft, {})).body.audience).toMatchObject({ decided: true, counts: { recipients: 0 } });
  const refusal = { code: 'STATE_UNCONFIRMED', fields: { from: 'draft', to: 'available', people: '0' } };
  expect(await publish(draft, { confirmed: false })).toMatchObject({ status: 409, refusal });
  expect((await read(draft)).release.state).toBe('draft');
  expect((await publish(draft)).body.release.state).toBe('available');
});

test('packages, people and addresses receive a release, excluded people do not, and all are counted', async () => {
  const packages = ['Club DJs'];
  const [holder, single, excluded] = [
    await server.signedIn({ packages, lastname: 'Holder' }),
    await server.signedIn({ firstname: 'Sina', lastname: 'Single' }),
    await server.signedIn({ packages, lastname: 'Excluded' }),
  ];
  await server.db.updateTable('packages').set({ open: true }).execute();
  const draft = await newDraft({ packages: [], facts: { keepsAudience: true } });
  const { body } = await setAudience(draft, {
    packages: ['club djs'],
    people: [single.playerid],
    excluded: [excluded.playerid],
    addresses: ['Nobody@Elsewhere.test'],
  });
  expect(body.audience).toMatchObject({
    packages: ['Club DJs'],
    people: [{ name: 'Sina Single' }],
    excluded: [{ playerid: excluded.playerid }],
    addresses: ['nobody@elsewhere.test'],
    counts: { recipients: 2, addresses: 1 },
  });
  expect(JSON.stringify(body)).not.toContain(single.email);
  await publish(draft);
  expect([await canSee(draft, holder), await canSee(draft, single), await canSee(draft, excluded)]).toEqual([
    true,
    true,
    false,
  ]);
  await setAudience(draft, { packages, addresses: [] });
  expect([await canSee(draft, single), await canSee(draft, excluded)]).toEqual([false, true]);
});

test('a typed address has one form, and half of a quoted one is refused', async () => {
  const draft = await newDraft();
  const idn = await server.signedIn({ everyone: false });
  await server.pool.query('update account_emails set email = $1 where account_id = $2', [
    'ana@xn--bcher-kva.example',
    idn.accountid,
  ]);
  const addresses = ['Ana@BÜCHER.example', 'ana@xn--bcher-kva.example'];
  expect((await setAudience(draft, { addresses })).body.audience.addresses).toEqual(['ana@xn--bcher-kva.example']);
  await publish(draft);
  expect(await canSee(draft, idn)).toBe(true);
  expect(await setAudience(draft, { addresses: ["'bo@b.example"] })).toMatchObject({
    status: 400,
    body: { error: { code: 'VALIDATION' } },
  });
});

test('an editor who has not seen an exclusion does not take it back', async () => {
  const draft = await newDraft();
  const { version } = await read(draft);
  const excluded = await server.signedIn({ packages: ['Radio'] });
  await setExclusion(server.db, draft, excluded, true, { now: server.now(), actor: 'command' });
  expect(await setAudience(draft, { packages: ['Radio'] }, version)).toMatchObject({ status: 412 });
  await publish(draft);
  expect(await canSee(draft, excluded)).toBe(false);
});

test('an account that gets a typed address receives the release; and the label is not told', async () => {
  const draft = await newDraft();
  const known = await server.signedIn({ everyone: false });
  const typed = await setAudience(draft, { addresses: [known.email, 'later@test.example'] });
  expect(typed.body.audience).toMatchObject({ people: [], counts: { recipients: 0, addresses: 2 } });
  const report = await editor.call(reportRecipients, { params: draft, query: {} });
  expect(report.body.items).toEqual([]);
  const { items } = (await editor.call(label.staffReleases, { query: { state: 'draft' } })).body;
  expect(items.find(({ releaseid }) => releaseid === draft.releaseid)?.recipients).toBe(0);
  await publish(draft);
  expect(await canSee(draft, known)).toBe(true);
  const later = await server.signedIn({ everyone: false });
  await server.pool.query('update account_emails set email = $1 where account_id = $2', [
    'later@test.example',
    later.accountid,
  ]);
  await addAddressedAccounts(server);
  expect(await canSee(draft, later)).toBe(true);
  expect((await read(draft)).audience).toMatchObject({ people: [], counts: { recipients: 2, addresses: 2 } });
});

test('a label delivers to packages that are open or granted to it, and finds only people it may know', async () => {
  const [own, hidden] = [
    await server.signedIn({ packages: ['Granted'], firstname: 'Gina', lastname: 'Zwick', everyone: false }),
    await server.signedIn({ packages: ['Closed'], firstname: 'Hugo', lastname: 'Zwick', everyone: false }),
  ];
  await server.pool.query("update packages set open = false where name in ('Granted', 'Closed')");
  await server.pool.query(`
    insert into label_package select l.id, p.id, now(), 'command' from labels l, packages p
    where l.labelid = '${labelid}' and p.name = 'Granted'`);
  const { items } = (await viewer.call(label.labelPackages, { params: { labelid }, query: {} })).body;
  expect(items).toContainEqual({ name: 'Granted', people: 1 });
  expect(items.map(({ name }) => name)).not.toContain('Closed');
  const find = async ({ call }: SignedIn) =>
    (await call(label.labelPeople, { query: { labelid, filter: 'zwick' } })).body;
  expect((await find(viewer)).items).toMatchObject([{ name: 'Gina Zwick' }]);
  expect(JSON.stringify(await find(viewer))).not.toContain(own.email);
  const draft = await newDraft();
  expect(await setAudience(draft, { packages: ['Closed'] })).toMatchObject({
    status: 403,
    body: { error: { code: 'PACKAGE_NOT_GRANTED' } },
  });
  expect(await setAudience(draft, { people: [hidden.playerid] })).toMatchObject({
    status: 400,
    body: { error: { code: 'VALIDATION' } },
  });
  expect(await setAudience(draft, { packages: ['No such'] })).toMatchObject({ status: 400 });
  expect((await setAudience(draft, { packages: ['Granted'] })).status).toBe(200);
  await setAudience(draft, {});
  await server.pool.query('delete from label_package');
  const lines = (await editor.call(history.releaseHistory, { params: draft, query: {} })).body.items;
  const undo = { params: { releaseid: draft.releaseid, changeid: lines[0]?.changeid ?? '' } };
  expect(await editor.call(history.undoChange, undo)).toMatchObject(refused('PACKAGE_NOT_GRANTED'));
  expect(await foreign.call(label.labelPackages, { params: { labelid }, query: {} })).toMatchObject(
    refused('LABEL_NOT_FOUND'),
  );
  expect((await viewer.call(labelSettings, { params: { labelid } })).body).toMatchObject({
    name: 'Harbour',
    role: 'viewer',
    staff: [{ name: 'Edda Editor', role: 'editor' }, { role: 'viewer' }],
  });
});

test('mails wait five minutes, carry their own words, and can be cancelled', async () => {
  const packages = ['Mailed'];
  const { accountid } = await server.signedIn({ packages });
  const wanted = { mailpref: 'per-release', mails_since: new Date(0) } as const;
  await server.db.updateTable('accounts').set(wanted).where('id', '=', accountid).execute();
  const [first, second] = [await newDraft({ packages, title: 'First' }), await newDraft({ packages, title: 'Second' })];
  const mail = { at: null, subject: 'Out\nnow', message: 'Played live at *Tresor*.' };
  await publish(first, { mail });
  await publish(second, { mail });
  const { body } = await editor.call(cancelMail, { params: second });
  expect(body.announcement).toMatchObject({ at: null, sent: false });
  expect(await editor.call(cancelMail, { params: second })).toMatchObject(refused('MAIL_GONE'));
  const listMails = async () =>
    (
      await server.pool.query<{ subject: string; body: string }>(
        'select subject, body from mails where release_ids && $1',
        [[first.id, second.id]],
      )
    ).rows;
  await sendReleaseMails(server);
  expect(await listMails()).toEqual([]);
  const later = new Date(server.now().getTime() + 3600_000);
  await server.db.updateTable('releases').set({ available_at: later }).where('id', '=', first.id).execute();
  expect((await read(first)).announcement).toMatchObject({ at: later.toISOString(), sent: false });
  await server.db.updateTable('releases').set({ available_at: server.now() }).where('id', '=', first.id).execute();
  await sendReleaseMails({ ...server, now: () => new Date(server.now().getTime() + 6 * 60_000) });
  const [sent, ...others] = await listMails();
  expect(others).toEqual([]);
  expect(sent).toMatchObject({
    subject: 'Out now',
    body: expect.stringContaining('Played live at *Tresor*.') as string,
  });
  expect(await editor.call(cancelMail, { params: first })).toMatchObject(refused('MAIL_GONE'));
});

test('"when it is available" stays that when the date moves; words and time change until it is sent, also after a cancel', async () => {
  const packages = ['Followed'];
  const { accountid } = await server.signedIn({ packages });
  const wanted = { mailpref: 'per-release', mails_since: new Date(0) } as const;
  await server.db.updateTable('accounts').set(wanted).where('id', '=', accountid).execute();
  const release = await newDraft({ packages, title: 'Followed' });
  const params = { releaseid: release.releaseid };
  const inMinutes = (minutes: number) => new Date(server.now().getTime() + minutes * 60_000);
  const change = (at: string | null, subject: string) =>
    editor.call(changeMail, { params, body: { at, subject, message: '' } });
  expect(await change(null, 'Too soon')).toMatchObject(refused('RELEASE_UNPUBLISHED'));
  await publish(release, { available: inMinutes(9000).toISOString(), mail: { at: null, subject: 'Out', message: '' } });
  const sooner = inMinutes(60).toISOString();
  const move = async (available: string) => {
    const { version } = await read(release);
    const headers = { 'content-type': 'application/json', 'if-match': `"${version}"` };
    const response = await fetch(`${server.url}/api/label/releases/${release.releaseid}`, {
      method: 'PATCH',
      headers: { ...headers, authorization: `Bearer ${editor.token}` },
      body: JSON.stringify({ available }),
    });
    return (await response.json()) as label.StaffDocument;
  };
  expect((await move(sooner)).announcement).toMatchObject({ at: sooner, withrelease: true, subject: 'Out' });
  const at = inMinutes(120).toISOString();
  expect((await change(at, 'Later')).body.announcement).toMatchObject({ at, withrelease: false, subject: 'Later' });
  await editor.call(cancelMail, { params });
  expect((await read(release)).announcement).toMatchObject({ at: null, subject: 'Later' });
  const { body } = await change(null, 'Back');
  expect(body.announcement).toMatchObject({ at: sooner, withrelease: true, subject: 'Back', sent: false });
  expect(await viewer.call(changeMail, { params, body: { at, subject: '', message: '' } })).toMatchObject(
    refused('EDITORS_ONLY'),
  );
  await sendReleaseMails({ ...server, now: () => inMinutes(61) });
  const { rows } = await server.pool.query('select subject from mails where release_ids && $1', [[release.id]]);
  expect(rows).toEqual([{ subject: 'Back' }]);
  expect(await change(at, 'Too late')).toMatchObject(refused('MAIL_GONE'));
});

test('a test mail goes to the editor alone, some times an hour', async () => {
  const draft = await newDraft({ title: 'Tried' });
  const send = () => editor.call(sendTestMail, { params: draft, body: { subject: 'A try', message: 'Hello' } });
  expect((await send()).status).toBe(204);
  const { rows } = await server.pool.query<{ recipient: string }>(
    "select recipient from mails where subject = 'A try'",
  );
  expect(rows).toEqual([{ recipient: editor.email }]);
  const statuses = [];
  for (let count = 0; count < 20; count++) statuses.push((await send()).status);
  expect(statuses.at(-1)).toBe(429);
});

test('a release is withdrawn and restored, a draft is neither but can be deleted', async () => {
  const listener = await server.signedIn({ packages: ['Radio'] });
  const [release, draft] = [await server.release({ ...harbour, packages: ['Radio'] }), await newDraft()];
  const call = async (
    route: typeof label.withdrawStaffRelease | typeof label.restoreStaffRelease,
    { releaseid }: TestRelease,
  ) => editor.call(route, { params: { releaseid }, query: { confirmed: '1' } });
  expect((await call(label.withdrawStaffRelease, release)).body.release.state).toBe('withdrawn');
  expect(await canSee(release, listener)).toBe(false);
  expect((await call(label.restoreStaffRelease, release)).body.release.state).toBe('available');
  expect(await canSee(release, listener)).toBe(true);
  expect(await call(label.withdrawStaffRelease, draft)).toMatchObject(refused('RELEASE_UNPUBLISHED'));
  expect(await editor.call(label.deleteDraft, { params: release })).toMatchObject(refused('RELEASE_PUBLISHED'));
  expect((await editor.call(label.deleteDraft, { params: draft })).status).toBe(204);
  expect(await editor.call(label.staffRelease, { params: draft })).toMatchObject(refused('RELEASE_NOT_FOUND'));
});

test('staff preview a draft with its sound, which counts as no stream; nobody else hears it', async () => {
  const draft = await newDraft({ title: 'Preview' });
  const listener = await server.signedIn({ packages: ['Radio'] });
  const { body } = await viewer.call(label.previewRelease, { params: draft });
  expect(body).toMatchObject({ title: 'Preview', songs: [{ trackid: draft.trackids[0] }] });
  const params = { id: draft.trackids[0] ?? '' };
  const { data } = (await viewer.call(audioToken, { params, query: { purpose: 'preview' } })).body;
  const streamed = async (token: string, { cookie }: SignedIn) =>
    (await fetch(`${server.url}/api/audio/stream/${params.id}.mp3?token=${token}`, { headers: { cookie } })).status;
  expect(await streamed(data.token, viewer)).toBe(200);
  expect(await streamed(data.token, listener)).toBe(401);
  for (const other of [listener, foreign])
    expect(await other.call(audioToken, { params, query: { purpose: 'preview' } })).toMatchObject(
      refused('TRACK_NOT_FOUND'),
    );
  const played = await viewer.call(reportPlay, { body: { trackid: params.id, seconds: 30 } });
  expect(played.body).toMatchObject({ heard: 'unheard' });
  expect((await viewer.call(plays, { query: {} })).body.items).toEqual([]);
  const { rows } = await server.pool.query('select from media_ledger where account_id = $1', [viewer.accountid]);
  expect(rows).toEqual([]);
});

test('staff open attachments and pictures of their own preview, without being recipients; others do not', async () => {
  const attachments = [{ filename: 'sheet.pdf', bytes: Buffer.from('sheet') }];
  const promoPictures = [{ name: '1.jpg', bytes: Buffer.from('picture') }];
  const draft = await newDraft({ title: 'Attached', attachments, promoPictures });
  const { body } = await viewer.call(label.previewRelease, { params: draft });
  const [attachment] = body.attachments;
  const paths = [`/api/attachment/${draft.attachmentids[0]}`, `/api/promo/${draft.releaseid}/1.jpg`];
  expect(attachment).toMatchObject({ title: 'sheet.pdf' });
  const open = (path: string, { token }: SignedIn) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const listener = await server.signedIn({ packages: ['Radio'] });
  for (const [path, content] of [
    [paths[0] ?? '', 'sheet'],
    [paths[1] ?? '', 'picture'],
  ] as const) {
    const response = await open(path, viewer);
    expect([response.status, await response.text()]).toEqual([200, content]);
    for (const other of [listener, foreign]) expect((await open(path, other)).status).toBe(404);
  }
});
