import { parseIsrc } from '@promenade/contract/codes';
import { Instant } from '@promenade/contract/delivery';
import type { RecipientCounts } from '@promenade/contract/label';
import { type KnownTrack, listTracks } from '../catalogue/publishTrackQueries.ts';
import { countRecipients } from '../catalogue/recipientQueries.ts';
import { getReleaseState, StateRefusal } from '../catalogue/releaseLife.ts';
import { replaceRecording } from '../ingest/edits/replaceRecording.ts';
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
import { UsageError } from '../platform/process/command.ts';
import { type Action, type Commands, parseArguments, requireAccountName } from './command.ts';

/** The release may come out, end, go away or return. */
const YES = { yes: { type: 'boolean', default: false } } as const;

/** The console's functions take a member of the staff. */
const asOperator = { accountid: 0, playerid: 'command', operator: true };

export const releaseCommands: Commands = {
  publish: {
    usage: 'publish RELEASE [--available DATE] [--no-mail] [--yes]',
    summary: ['publishes a draft, now or at a date or instant; its recipients are mailed then'],
    parse(args) {
      const { values, positionals } = parseArguments('publish', args, ['one release'], {
        available: { type: 'string' },
        mail: { type: 'boolean', default: true },
        ...YES,
      });
      const available = values.available === undefined ? null : parseInstant(values.available).toISOString();
      const mail = values.mail ? { at: null, subject: '', message: '' } : null;
      return async (context, print) => {
        const { releaseid, title } = await requireRelease(context.db, positionals[0] ?? '');
        const options = { available, mail, confirmed: values.yes };
        const { release, audience } = await publish(context, asOperator, releaseid, options).catch(
          (reason: unknown) => {
            if (!(reason instanceof Refusal && reason.fields) || reason instanceof StateRefusal) throw reason;
            throw new Error(`${reason.message} ${Object.keys(reason.fields).join(', ')}`);
          },
        );
        const line = `"${title}" (${releaseid}) is ${release.state} from ${release.available}, for ${formatRecipients(audience.counts)}.`;
        print(line, { ...release, people: audience.counts });
      };
    },
  },
  'delete-draft': {
    usage: 'delete-draft RELEASE',
    summary: ['deletes a draft; a published release can only be withdrawn'],
    parse(args) {
      const { positionals } = parseArguments('delete-draft', args, ['one release'], {});
      return async (context, print) => {
        const release = await requireRelease(context.db, positionals[0] ?? '');
        await deleteDraft(context, release, 'command');
        const { title, releaseid } = release;
        print(`Deleted "${title}" (${releaseid}).`, { releaseid, title });
      };
    },
  },
  'cancel-mail': {
    usage: 'cancel-mail RELEASE',
    summary: ['cancels the mails about the release that are not sent yet'],
    parse(args) {
      const { positionals } = parseArguments('cancel-mail', args, ['one release'], {});
      return async (context, print) => {
        const { title, releaseid } = await requireRelease(context.db, positionals[0] ?? '');
        await cancelMail(context, asOperator, releaseid);
        print(`Nobody is mailed about "${title}" (${releaseid}).`, { releaseid, title });
      };
    },
  },
  mail: {
    usage: 'mail RELEASE [--at DATE] [--subject TEXT] [--message TEXT]',
    summary: [
      'mails people about the release at a date or instant (default: when it is available) in these words;',
      'until it is sent, also after cancel-mail',
    ],
    parse(args) {
      const { values, positionals } = parseArguments('mail', args, ['one release'], {
        at: { type: 'string' },
        subject: { type: 'string', default: '' },
        message: { type: 'string', default: '' },
      });
      const { subject, message } = values;
      const at = values.at === undefined ? null : parseInstant(values.at).toISOString();
      return async (context, print) => {
        const { id, title, releaseid } = await requireRelease(context.db, positionals[0] ?? '');
        await changeMail(context, asOperator, releaseid, { at, subject, message });
        const { at: due } = await findAnnouncement(context.db, id);
        print(`People are mailed about "${title}" (${releaseid}) at ${due}.`, { releaseid, title, at: due });
      };
    },
  },
  'replace-recording': {
    usage: 'replace-recording RELEASE TRACK FILE',
    summary: [
      'gives a track, named by its trackid, ISRC or number, the recording of a file; it keeps its id, marks, listening',
      'and edits',
    ],
    parse(args) {
      const { positionals } = parseArguments('replace-recording', args, ['one release', 'one track', 'one file'], {});
      const [name = '', track = '', file = ''] = positionals;
      return async (context, print) => {
        const { id, title, releaseid } = await requireRelease(context.db, name);
        const { trackid, title: song } = await requireTrack(context.db, id, track);
        const onWarning = (_path: string, warning: string) => print(warning);
        await replaceRecording(context, { releaseId: id, trackid }, file, { actor: 'command', onWarning });
        print(`"${song}" of "${title}" (${releaseid}) has another recording.`, { releaseid, trackid });
      };
    },
  },
  withdraw: {
    usage: 'withdraw RELEASE [--yes]',
    summary: ['takes the release away from everyone; streams and downloads stop within 5 seconds'],
    parse(args) {
      const { values, positionals } = parseArguments('withdraw', args, ['one release'], YES);
      return async (context, print) => {
        const { id, title, releaseid } = await withdrawRelease(context, positionals[0] ?? '', values.yes);
        const people = await countRecipients(context.db, [id]);
        const line = `Withdrew "${title}" (${releaseid}) from ${formatRecipients(people)}.`;
        print(line, { releaseid, title, state: 'withdrawn', people });
      };
    },
  },
  restore: {
    usage: 'restore RELEASE [--yes]',
    summary: ['takes a withdrawal back'],
    parse(args) {
      const { values, positionals } = parseArguments('restore', args, ['one release'], YES);
      return async (context, print) => {
        const release = await restoreRelease(context, positionals[0] ?? '', values.yes);
        const { id, releaseid, title } = release;
        const state = getReleaseState({ ...release, state: 'available' }, context.now());
        const people = await countRecipients(context.db, [id]);
        const line = `"${title}" (${releaseid}) is ${state} again, for ${formatRecipients(people)}.`;
        print(line, { releaseid, title, state, people });
      };
    },
  },
  end: {
    usage: 'end RELEASE DATE | --off [--yes]',
    summary: ['lets the release end at a date (2027-01-31, from 00:00 UTC) or instant; --off: never'],
    parse: parseEnd,
  },
  exclude: {
    usage: 'exclude RELEASE ACCOUNT [--off]',
    summary: ['takes the release away from one account, whatever package or share gave it; --off gives it back'],
    parse(args) {
      const { values, positionals } = parseArguments('exclude', args, ['one release', 'one account'], {
        off: { type: 'boolean' },
      });
      const account = requireAccountName('exclude', positionals[1]);
      return async (context, print) => {
        const { title, releaseid } = await setExcluded(context, positionals[0] ?? '', account, !values.off);
        const excluded = !values.off;
        const line = `${account} is ${excluded ? 'now' : 'no longer'} excluded from "${title}" (${releaseid}).`;
        print(line, { releaseid, title, account, excluded });
      };
    },
  },
  'exclude-everywhere': {
    usage: 'exclude-everywhere ACCOUNT [--off]',
    summary: [
      'takes every release away from one account, those to come and withdrawn ones among them; --off gives these back.',
      'Later deliveries still reach its packages: see packages account, disable',
    ],
    parse(args) {
      const { values, positionals } = parseArguments('exclude-everywhere', args, ['one account'], {
        off: { type: 'boolean' },
      });
      const account = requireAccountName('exclude-everywhere', positionals[0]);
      return async (context, print) => {
        const excluded = !values.off;
        const releases = await setExcludedEverywhere(context, account, excluded);
        const line = `${account} is ${excluded ? 'now' : 'no longer'} excluded from ${releases} releases.`;
        print(line, { account, excluded, releases });
      };
    },
  },
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

function parseEnd(args: string[]): Action {
  const isOff = args.includes('--off');
  const names = isOff ? ['one release'] : ['one release', 'a date or --off'];
  const { values, positionals } = parseArguments('end', args, names, { off: { type: 'boolean' }, ...YES });
  const endsAt = isOff ? null : parseInstant(positionals[1]);
  return async (context, print) => {
    const { title, releaseid, ends_at } = await setReleaseEnd(context, positionals[0] ?? '', endsAt, values.yes);
    const end = ends_at === null ? 'no end' : `the end ${ends_at.toISOString()}`;
    print(`"${title}" (${releaseid}) has ${end}.`, { releaseid, title, ends_at });
  };
}

/** `2027-01-31` (UTC) or an ISO 8601 instant. */
export function parseInstant(text = ''): Date {
  const parsed = Instant.safeParse(text);
  if (!parsed.success) throw new UsageError(`"${text}" is no date: use 2027-01-31 or 2027-01-31T12:00:00Z.`);
  return new Date(parsed.data);
}
