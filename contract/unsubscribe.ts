import * as z from 'zod/mini';
import { MailFrequency } from './profile.ts';
import { route } from './route.ts';

const TokenParams = z.object({ token: z.string().check(z.maxLength(2_000)) });

const MailedLabel = z.object({
  labelid: z.uuid(),
  name: z.string(),
  /** The account does not want mails about its releases. */
  stopped: z.boolean(),
});
export type MailedLabel = z.infer<typeof MailedLabel>;

/** `labels`: the owners of the releases of the mail, by name. `mailpref` is null for an invitation, whose address has no account. */
const Subscription = z.object({ email: z.string(), mailpref: z.nullable(MailFrequency), labels: z.array(MailedLabel) });
export type Subscription = z.infer<typeof Subscription>;

/** Changes nothing, because mail scanners open every link. */
export const subscription = route({
  method: 'GET',
  path: '/notifications/unsubscribe/:token',
  access: 'public',
  summary: 'Returns address, mail frequency and labels of an unsubscribe link.',
  refuses: ['INVALID_TOKEN', 'TOKEN_EXPIRED'],
  params: TokenParams,
  answer: Subscription,
});

/** Mail programs post this (RFC 8058). */
export const unsubscribe = route({
  method: 'POST',
  path: '/notifications/unsubscribe/:token',
  access: 'public',
  summary: 'Ends the mails of the label of the link; all release mails when the mail was about several labels.',
  refuses: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'TOO_MANY_REQUESTS'],
  params: TokenParams,
  answer: Subscription,
});

export const changeSubscription = route({
  method: 'PUT',
  path: '/notifications/unsubscribe/:token',
  access: 'public',
  summary: 'Ends or starts the mails of one label, or sets the mail frequency of the account.',
  refuses: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'NOT_FOUND'],
  params: TokenParams,
  body: z.union([z.object({ labelid: z.uuid(), stopped: z.boolean() }), z.object({ mailpref: MailFrequency })]),
  answer: Subscription,
});

/** At most 500: those that are stopped, then by name. */
export const mailedLabels = route({
  method: 'GET',
  path: '/profile/labels',
  summary: 'Lists the labels that mailed the calling account, and those whose mails it stopped.',
  answer: z.object({ labels: z.array(MailedLabel) }),
});

const LabelParams = z.object({ labelid: z.uuid() });

export const labelMails = route({
  method: 'GET',
  path: '/profile/labels/:labelid/mails',
  summary: 'Tells whether the mails of a label are stopped for the calling account.',
  refuses: ['NOT_FOUND'],
  params: LabelParams,
  answer: MailedLabel,
});

export const stopLabelMails = route({
  method: 'DELETE',
  path: '/profile/labels/:labelid/mails',
  summary: 'Ends the release mails of a label for the calling account.',
  refuses: ['NOT_FOUND'],
  params: LabelParams,
  answer: MailedLabel,
});

export const startLabelMails = route({
  method: 'PUT',
  path: '/profile/labels/:labelid/mails',
  summary: 'Starts the release mails of a label again for the calling account.',
  refuses: ['NOT_FOUND'],
  params: LabelParams,
  answer: MailedLabel,
});
