import * as z from 'zod/mini';
import { Relationship } from './access.ts';
import { ReleaseId } from './catalogue.ts';
import { Email } from './email.ts';
import { CONTACT_MESSAGE_MAX, INVITEES_MAX, LINE_MAX, SHARE_MESSAGE_MAX } from './limits.ts';
import { route } from './route.ts';

/** Like `oneLine`, but keeps line breaks. */
const multiLine = z.transform((text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim(),
);

export const ConnectionId = z.uuid();

export const Connection = z.object({
  player_id: ConnectionId,
  /** The same as `player_id`. */
  connected_player_id: ConnectionId,
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  verified: z.boolean(),
});
export type Connection = z.infer<typeof Connection>;

export const Invitee = z.object({ invitee_email: Email, relationship: Relationship });
export type Invitee = z.infer<typeof Invitee>;

export const connections = route({
  method: 'GET',
  path: '/accounts/player/connections',
  summary: 'Lists the connections of this account by name.',
  answer: z.object({ data: z.object({ connections: z.array(Connection) }) }),
});

export const deleteConnection = route({
  method: 'DELETE',
  path: '/accounts/player/connections',
  summary: 'Ends a connection on both sides.',
  refuses: ['CONNECTION_NOT_FOUND'],
  body: z.object({ connected_player_id: ConnectionId }),
});

/** Why an address was not invited: it belongs to the account itself, or to one of its connections. */
export const SkipReason = z.enum(['own', 'connected']);
export type SkipReason = z.infer<typeof SkipReason>;

/** Skips own addresses and connections (requirement A-NETWORK-29). */
export const invite = route({
  method: 'POST',
  path: '/accounts/player/invitations',
  once: true,
  role: 'verified',
  summary: 'Invites up to five people by mail; a new invitation to the same address replaces the open one.',
  refuses: ['TOO_MANY_REQUESTS'],
  body: z.object({ invitations: z.array(Invitee).check(z.minLength(1), z.maxLength(INVITEES_MAX)) }),
  answer: z.object({
    data: z.object({
      invitations: z.array(z.extend(Invitee, { id: z.uuid() })),
      skipped: z.array(z.object({ invitee_email: z.string(), reason: SkipReason })),
    }),
  }),
});

export const acceptInvitation = route({
  method: 'POST',
  path: '/accounts/player/invitations/accept',
  summary: 'Accepts an invitation that was mailed to an address of this account.',
  refuses: ['INVITATION_ACCEPTED', 'INVITATION_NOT_YOURS', 'INVALID_TOKEN', 'TOKEN_EXPIRED'],
  body: z.object({ invitation_token: z.string() }),
});

export const connect = route({
  method: 'POST',
  path: '/accounts/player/invitations/connect',
  once: true,
  summary: 'Connects this account through accepted invitations and returns its new connections, once.',
  answer: z.object({ data: z.object({ connected: z.array(Connection) }) }),
});

export const shareRelease = route({
  method: 'POST',
  path: '/accounts/player/connections/share-release',
  once: true,
  role: 'verified',
  summary: 'Shares a release with verified connections: mails them and adds it to their gallery.',
  refuses: [
    'SHARING_NOT_ALLOWED',
    'NOT_CONNECTED',
    'TOO_MANY_REQUESTS',
    'RELEASE_NOT_FOUND',
    'FORBIDDEN',
    'RELEASE_NOT_AVAILABLE',
  ],
  body: z.object({
    release_id: ReleaseId,
    players_id: z.array(z.uuid()).check(z.minLength(1), z.maxLength(100)),
    message: z._default(z.pipe(z.string().check(z.maxLength(SHARE_MESSAGE_MAX)), multiLine), ''),
  }),
  status: 201,
});

/** Types of contact requests; ids are 1 to 8 in this order (requirements C-CONTACT-06, C-CONTACT-11). */
export const contactRequestTypes = [
  'feedback to artist/label',
  'additional promo materials',
  'additional music',
  'interview',
  'WAV/MP3 file for stream-only releases',
  'different song version',
  'artist liner',
  'other',
] as const;

const ReleaseParams = z.object({ releaseid: ReleaseId });

export const commentInit = route({
  method: 'GET',
  path: '/release/:releaseid/comment',
  summary: 'Returns the address of the account and the types of contact requests.',
  refuses: ['COMMENTING_NOT_ALLOWED', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: ReleaseParams,
  answer: z.object({
    player_email: z.string(),
    comment_types: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
});

export const comment = route({
  method: 'POST',
  path: '/release/:releaseid/comment',
  once: true,
  summary: 'Sends a contact request to the label of the release.',
  refuses: ['COMMENTING_NOT_ALLOWED', 'NOT_YOUR_EMAIL', 'TOO_MANY_REQUESTS', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: ReleaseParams,
  body: z.object({
    player_email: Email,
    comment_type_id: z.coerce.number().check(z.int(), z.gte(1), z.lte(contactRequestTypes.length)),
    comment_type: z._default(z.string().check(z.maxLength(LINE_MAX)), ''),
    comment_text: z.pipe(
      z.pipe(z.string(), multiLine),
      z.string().check(z.minLength(1, 'This field is required'), z.maxLength(CONTACT_MESSAGE_MAX)),
    ),
  }),
  status: 200,
});

export const commentClick = route({
  method: 'POST',
  path: '/release/:releaseid/comment_click',
  summary: 'Records that the contact form of a release was opened.',
  refuses: ['NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: ReleaseParams,
});
