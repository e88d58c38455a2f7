import type { Relationship } from '@promenade/contract/access';
import { INVITEES_MAX } from '@promenade/contract/limits';
import { Invitee } from '@promenade/contract/network';
import { fieldErrors } from '../platform/fieldErrors.ts';
import type { TextKey } from '../platform/text.ts';

/** Somebody to be invited; `isLeaving` while the removal shows. */
export interface Entry extends Invitee {
  isLeaving: boolean;
}

/** Who is to be invited, and what is being typed. The wire's names are the names of the fields. */
export interface InviteList {
  entries: readonly Entry[];
  invitee_email: string;
  relationship: Relationship | '';
  /** What is being typed was tried to be added: it is judged with each letter from now on (A-NETWORK-22). */
  hasTried: boolean;
  /** What the banner says. */
  error: 'no-input' | 'failed' | undefined;
}

const blank = { invitee_email: '', relationship: '', hasTried: false } as const;

export const emptyList: InviteList = { ...blank, entries: [], error: undefined };

/** What is wrong with what is being typed, by field. */
export type Problems = { [field in keyof Invitee]?: TextKey };

/** Judges what is being typed, asked or not. */
export function problemsOf({ entries, invitee_email, relationship }: InviteList): Problems {
  const typed = { invitee_email, relationship };
  const problems = fieldErrors<keyof Invitee>(Invitee, typed, {
    invitee_email: { empty: 'invite.email-error-message' },
    relationship: { empty: 'invite.dropdown-error-message' },
  });
  const email = Invitee.shape.invitee_email.safeParse(invitee_email).data;
  const isDouble = entries.some((entry) => entry.invitee_email === email);
  return isDouble ? { invitee_email: 'invite.duplicate-email-error-message', ...problems } : problems;
}

/** Takes what is being typed into the list; what is wrong stays where it is. */
export function add(list: InviteList): InviteList {
  const { invitee_email, relationship, entries, error } = list;
  const invitee = Invitee.safeParse({ invitee_email, relationship });
  if (isFull(list) || !invitee.success || Object.keys(problemsOf(list)).length > 0) return { ...list, hasTried: true };
  return {
    ...blank,
    entries: [...entries, { ...invitee.data, isLeaving: false }],
    error: error === 'no-input' ? undefined : error,
  };
}

/** No more than five (A-NETWORK-21). */
export const isFull = ({ entries }: InviteList): boolean => entries.length >= INVITEES_MAX;

/** Begins a removal. */
export function leave(list: InviteList, email: string): InviteList {
  const entries = list.entries.map((entry) => (entry.invitee_email === email ? { ...entry, isLeaving: true } : entry));
  return { ...list, entries };
}

/** Ends a removal; the last one takes the banner with it (A-NETWORK-24). */
export function drop(list: InviteList, email: string): InviteList {
  const entries = list.entries.filter(({ invitee_email }) => invitee_email !== email);
  return { ...list, entries, error: entries.length > 0 ? list.error : undefined };
}

/** What is sent: nobody who is on the way out. */
export function invitations({ entries }: InviteList): Invitee[] {
  return entries.filter(({ isLeaving }) => !isLeaving).map(({ isLeaving, ...invitee }) => invitee);
}
