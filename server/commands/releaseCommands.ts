import { parseIsrc } from '@promenade/contract/codes';
import type { RecipientCounts } from '@promenade/contract/label';
import { editRelease } from '../catalogue/document/editRelease.ts';
import { type KnownTrack, listTracks } from '../catalogue/publishTrackQueries.ts';
import { countRecipients } from '../catalogue/recipientQueries.ts';
import { getReleaseState, StateRefusal } from '../catalogue/releaseLife.ts';
import { replaceRecording } from '../ingest/edits/replaceRecording.ts';
import { markReleases } from '../ingest/storedFiles/markReleases.ts';
import { cancelMail, changeMail } from '../label/announce.ts';
import { deleteDraft } from '../label/releaseState.ts';
import { publish } from '../label/staffDocument.ts';
import { findAnnouncement } from '../notify/announcementQueries.ts';
import {
  requireRelease,
  restoreRelease,
  setExcluded,
  setExcludedEverywhere,
  setReleaseEnd,
  withdrawRelease,
} from '../operator/releases.ts';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { ACCOUNT, type Commands, command, DATE, FILE, flag, optional, RELEASE, TEXT, value } from './command.ts';

/** The console's functions take a member of the staff. */
const asOperator = { accountid: 0, playerid: 'command', operator: true };

export const releaseCommands: Commands = {
  publish: command({
    arguments: { release: RELEASE },
    options: { available: DATE, mail: { type: 'boolean', default: true }, yes: flag },
    summary: 'publishes a draft, now or at a date or instant; its recipients are mailed then',
    run: async (context, { release: name, available, mail, yes: confirmed }, print) => {
      const { releaseid, title } = await requireRelease(context.db, name);
      const options = {
        available: available?.toISOString() ?? null,
        mail: mail ? { at: null, subject: '', message: '' } : null,
        confirmed,
      };
      const { release, audience } = await publish(context, asOperator, releaseid, options).catch((reason: unknown) => {
        if (!(reason instanceof Refusal && reason.fields) || reason instanceof StateRefusal) throw reason;
        throw new Error(`${reason.message} ${Object.keys(reason.fields).join(', ')}`);
      });
      const line = `"${title}" (${releaseid}) is ${release.state} from ${release.available}, for ${formatRecipients(audience.counts)}.`;
      print(line, { ...release, people: audience.counts });
    },
  }),
  'delete-draft': command({
    arguments: { release: RELEASE },
    summary: 'deletes a draft; a published release can only be withdrawn',
    run: async (context, { release: name }, print) => {
      const release = await requireRelease(context.db, name);
      await deleteDraft(context, release, 'command');
      const { title, releaseid } = release;
      print(`Deleted "${title}" (${releaseid}).`, { releaseid, title });
    },
  }),
  'cancel-mail': command({
    arguments: { release: RELEASE },
    summary: 'cancels the mails about the release that are not sent yet',
    run: async (context, { release }, print) => {
      const { title, releaseid } = await requireRelease(context.db, release);
      await cancelMail(context, asOperator, releaseid);
      print(`Nobody is mailed about "${title}" (${releaseid}).`, { releaseid, title });
    },
  }),
  mail: command({
    arguments: { release: RELEASE },
    options: { at: DATE, subject: TEXT, message: TEXT },
    summary:
      'mails people about the release at a date or instant (default: when it is available) in these words; until it is sent, also ' +
      'after cancel-mail',
    run: async (context, { release, at, subject = '', message = '' }, print) => {
      const { id, title, releaseid } = await requireRelease(context.db, release);
      await changeMail(context, asOperator, releaseid, { at: at?.toISOString() ?? null, subject, message });
      const { at: due } = await findAnnouncement(context.db, id);
      print(`People are mailed about "${title}" (${releaseid}) at ${due}.`, { releaseid, title, at: due });
    },
  }),
  mark: command({
    arguments: { release: RELEASE },
    summary: 'marks the sound of the release: each copy says inaudibly whose it is; goes on where it was stopped',
    run: async (context, { release: name }, print) => {
      if (!context.config.markSound) throw new Error('MARK_SOUND is off: this installation does not mark sound.');
      const { id, title, releaseid } = await requireRelease(context.db, name);
      const refused: string[] = [];
      const onRefused = (song: string, reason: string) => void refused.push(`${song}: ${reason}`);
      // First, because a marked release is not heard until its copies can be made.
      const marked = await markReleases(context, { release: id, onRefused });
      for (const line of refused) print(line);
      if (refused.length > 0)
        throw new Error(`"${title}" stays as it is, because ${refused.length} of its songs cannot be marked.`);
      await editRelease(context, id, { mark: true }, 'command');
      print(`"${title}" (${releaseid}) is marked, ${marked} sounds just now.`, { releaseid, title, marked });
    },
  }),
  unmark: command({
    arguments: { release: RELEASE },
    summary: 'sends plain copies of the release from now on; what was taken before can still be traced',
    run: async (context, { release: name }, print) => {
      const { id, title, releaseid } = await requireRelease(context.db, name);
      await editRelease(context, id, { mark: false }, 'command');
      print(`"${title}" (${releaseid}) is not marked any more.`, { releaseid, title });
    },
  }),
  'replace-recording': command({
    arguments: { release: RELEASE, track: value('TRACK', 'one track'), file: FILE },
    summary:
      'gives a track, named by its trackid, ISRC or number, the recording of a file; it keeps its id, marks, listening and edits',
    run: async (context, { release, track, file }, print) => {
      const { id, title, releaseid } = await requireRelease(context.db, release);
      const { trackid, title: song } = await requireTrack(context.db, id, track);
      const onWarning = (_path: string, warning: string) => print(warning);
      await replaceRecording(context, { releaseId: id, trackid }, file, { actor: 'command', onWarning });
      print(`"${song}" of "${title}" (${releaseid}) has another recording.`, { releaseid, trackid });
    },
  }),
  withdraw: command({
    arguments: { release: RELEASE },
    options: { yes: flag },
    summary: 'takes the release away from everyone; streams and downloads stop within 5 seconds',
    run: async (context, { release, yes }, print) => {
      const { id, title, releaseid } = await withdrawRelease(context, release, yes);
      const people = await countRecipients(context.db, [id]);
      const line = `Withdrew "${title}" (${releaseid}) from ${formatRecipients(people)}.`;
      print(line, { releaseid, title, state: 'withdrawn', people });
    },
  }),
  restore: command({
    arguments: { release: RELEASE },
    options: { yes: flag },
    summary: 'takes a withdrawal back',
    run: async (context, { release: name, yes }, print) => {
      const release = await restoreRelease(context, name, yes);
      const { id, releaseid, title } = release;
      const state = getReleaseState({ ...release, state: 'available' }, context.now());
      const people = await countRecipients(context.db, [id]);
      const line = `"${title}" (${releaseid}) is ${state} again, for ${formatRecipients(people)}.`;
      print(line, { releaseid, title, state, people });
    },
  }),
  end: command({
    arguments: { release: RELEASE, date: optional(DATE) },
    options: { off: flag, yes: flag },
    summary: 'lets the release end at a date (2027-01-31, from 00:00 UTC) or instant that is to come; --off: never',
    check: ({ date, off }) => off === (date !== undefined) && 'end needs one release and a date or --off.',
    run: async (context, { release, date = null, yes }, print) => {
      const { title, releaseid, ends_at } = await setReleaseEnd(context, release, date, yes);
      const end = ends_at === null ? 'no end' : `the end ${ends_at.toISOString()}`;
      print(`"${title}" (${releaseid}) has ${end}.`, { releaseid, title, ends_at });
    },
  }),
  exclude: command({
    arguments: { release: RELEASE, account: ACCOUNT },
    options: { off: flag },
    summary: 'takes the release away from one account, whatever package or share gave it; --off gives it back',
    run: async (context, { release, account, off }, print) => {
      const { title, releaseid } = await setExcluded(context, release, account, !off);
      const line = `${account} is ${off ? 'no longer' : 'now'} excluded from "${title}" (${releaseid}).`;
      print(line, { releaseid, title, account, excluded: !off });
    },
  }),
  'exclude-everywhere': command({
    arguments: { account: ACCOUNT },
    options: { off: flag },
    summary:
      'takes every release away from one account, those to come and withdrawn ones among them; --off gives these back. Later ' +
      'deliveries still reach its packages: see packages account, disable',
    run: async (context, { account, off }, print) => {
      const releases = await setExcludedEverywhere(context, account, !off);
      const line = `${account} is ${off ? 'no longer' : 'now'} excluded from ${releases} releases.`;
      print(line, { account, excluded: !off, releases });
    },
  }),
};

const apart = { ownstaff: 'staff of the label', operators: 'operators', inactive: 'not active' };

/** `26 recipients (apart: 2 operators)` */
function formatRecipients(counts: RecipientCounts): string {
  const { recipients, addresses } = counts;
  const others = (Object.keys(apart) as (keyof typeof apart)[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${apart[kind]}`);
  return [
    `${recipients} ${recipients === 1 ? 'recipient' : 'recipients'}`,
    ...(addresses > 0 ? [` and ${addresses} typed ${addresses === 1 ? 'address' : 'addresses'}`] : []),
    ...(others.length > 0 ? [` (apart: ${others.join(', ')})`] : []),
  ].join('');
}

/** @throws one sentence when the release has no such track */
async function requireTrack(db: Db, releaseId: number, name: string): Promise<KnownTrack> {
  const tracks = (await listTracks(db, releaseId)).filter(({ isRemoved }) => !isRemoved);
  const isrc = parseIsrc(name);
  const track =
    tracks.find(({ trackid }) => trackid === name.toLowerCase()) ??
    tracks.find((track) => isrc !== undefined && track.isrc === isrc) ??
    tracks.find(({ ordinal }) => String(ordinal) === name);
  if (!track) throw new Error(`The release has no track "${name}".`);
  return track;
}
