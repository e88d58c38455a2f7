import type { RouteRequest } from '@promenade/contract/route';
import type { changeSubscription as changeRoute, MailedLabel, Subscription } from '@promenade/contract/unsubscribe';
import { updateAccount } from '../access/queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { signToken, UnsubscribeToken, verifyToken } from '../platform/http/tokens.ts';
import { DAY_MS } from '../platform/process/days.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { deleteLeft, insertLeft } from './inviteeQueries.ts';
import { changeInvitee, getInviteeSubscription, type InviteeClaims } from './invitees.ts';
import { deleteLabelStop, findLabels, findOwnLabel, insertLabelStop, listLabelsOfMail } from './labelMailQueries.ts';
import { findMailRecipient, type MailRecipient } from './recipientQueries.ts';

/** Two years, because people unsubscribe from old mails. */
const TOKEN_MS = 2 * 365 * DAY_MS;
const ATTEMPTS_PER_HOUR = 60;

/** Token of the unsubscribe links in an account's release mails to this address; `label` when they are about one. */
export const createUnsubscribeToken = (
  secrets: Secrets,
  { playerid, email }: Pick<MailRecipient, 'playerid' | 'email'>,
  now: Date,
  label?: string,
): Promise<string> =>
  signToken(
    secrets,
    UnsubscribeToken,
    { sub: playerid, email, ...(label !== undefined && { label }) },
    new Date(now.getTime() + TOKEN_MS),
  );

export async function getSubscription(context: AppContext, token: string, now: Date): Promise<Subscription> {
  const invitee = await findInvitee(context, token, now);
  if (invitee) return getInviteeSubscription(context, invitee, now);
  const { email, mailpref, labels } = await requireRecipient(context, token, now);
  return { email, mailpref, labels };
}

/** Stops the label of the token, or else all release mails. */
export async function unsubscribe(context: AppContext, token: string, now: Date): Promise<Subscription> {
  const invitee = await findInvitee(context, token, now);
  if (invitee) return changeInvitee(context, invitee, { labelid: invitee.label, stopped: true }, now);
  const recipient = await requireRecipient(context, token, now);
  const { label: labelid } = recipient;
  return applyChange(context.db, recipient, labelid ? { labelid, stopped: true } : { mailpref: 'none' }, now);
}

type Change = RouteRequest<typeof changeRoute>['body'];

export async function changeSubscription(
  context: AppContext,
  token: string,
  change: Change,
  now: Date,
): Promise<Subscription> {
  const invitee = await findInvitee(context, token, now);
  if (invitee) return changeInvitee(context, invitee, change, now);
  return applyChange(context.db, await requireRecipient(context, token, now), change, now);
}

/** Undefined for the token of an account. */
async function findInvitee({ secrets }: AppContext, token: string, now: Date): Promise<InviteeClaims | undefined> {
  const claims = await verifyToken(secrets, UnsubscribeToken, token, now);
  if (typeof claims === 'string' || claims.sub !== undefined) return undefined;
  const { email, label } = claims;
  return email !== undefined && label !== undefined ? { email, label } : undefined;
}

async function applyChange(
  db: Db,
  { accountid, email, mailpref, labels }: TokenRecipient,
  change: Change,
  now: Date,
): Promise<Subscription> {
  if ('mailpref' in change) {
    const turnedOn = mailpref === 'none' && change.mailpref !== 'none' && { mails_since: now };
    await updateAccount(db, accountid, { mailpref: change.mailpref, ...turnedOn });
    return { email, mailpref: change.mailpref, labels };
  }
  const { labelid, stopped } = change;
  if (!labels.some((label) => label.labelid === labelid)) throw new Refusal('NOT_FOUND');
  await (stopped ? insertLabelStop(db, accountid, labelid, now) : deleteLabelStop(db, accountid, labelid));
  // Lists of the label say so, the same as of somebody without an account who left by an invitation.
  await (stopped ? insertLeft(db, labelid, email, now) : deleteLeft(db, labelid, email));
  return {
    email,
    mailpref,
    labels: labels.map((label) => (label.labelid === labelid ? { ...label, stopped } : label)),
  };
}

export async function getLabelMails(db: Db, caller: Caller, labelid: string): Promise<MailedLabel> {
  const label = await findOwnLabel(db, caller, labelid);
  if (!label) throw new Refusal('NOT_FOUND');
  return label;
}

export async function stopLabelMails(db: Db, caller: Caller, labelid: string, now: Date): Promise<MailedLabel> {
  const label = await getLabelMails(db, caller, labelid);
  await insertLabelStop(db, caller.accountid, labelid, now);
  return { ...label, stopped: true };
}

export async function resumeLabelMails(db: Db, caller: Caller, labelid: string): Promise<MailedLabel> {
  const label = await getLabelMails(db, caller, labelid);
  await deleteLabelStop(db, caller.accountid, labelid);
  return { ...label, stopped: false };
}

interface TokenRecipient extends MailRecipient {
  /** The labelid of a mail about one label. */
  label?: string | undefined;
  /** Those of the mail. */
  labels: MailedLabel[];
}

/**
 * Limits attempts per account, because a mail provider's servers send the requests of all its users. The address is the
 * one that received the mail: whoever reads an old mail does not learn a later address of the account.
 */
async function requireRecipient({ db, secrets }: AppContext, token: string, now: Date): Promise<TokenRecipient> {
  const claims = await verifyToken(secrets, UnsubscribeToken, token, now);
  if (claims === 'expired') throw new Refusal('TOKEN_EXPIRED');
  if (claims === 'invalid' || claims.sub === undefined) throw new Refusal('INVALID_TOKEN');
  await consumeRateLimits(db, [perHour('unsubscribe', claims.sub, ATTEMPTS_PER_HOUR)], now);
  const recipient = await findMailRecipient(db, claims.sub);
  if (!recipient) throw new Refusal('INVALID_TOKEN');
  const { accountid } = recipient;
  const { label } = claims;
  const sentAt = claims.exp - TOKEN_MS / 1000;
  const labels = await (label ? findLabels(db, accountid, label) : listLabelsOfMail(db, accountid, sentAt));
  return { ...recipient, email: claims.email ?? recipient.email, label, labels };
}
