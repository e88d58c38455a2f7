import type { Relationship } from '@promenade/contract/access';
import { INVITEES_MAX } from '@promenade/contract/limits';
import { Invitee } from '@promenade/contract/network';
import { validateFields } from '../platform/fieldErrors.ts';
import type { TextKey } from '../platform/text.ts';

export interface InviteEntry extends Invitee {
  /** True during the removal animation. */
  isRemoving: boolean;
}

/** The invitees so far and the values of the fields. */
export interface InviteList {
  entries: readonly InviteEntry[];
  invitee_email: string;
  relationship: Relationship | '';
  /** An attempt to add these values failed: they are validated on each change (requirement A-NETWORK-22). */
  hasTried: boolean;
  error: 'no-input' | 'failed' | undefined;
}

const emptyFields = { invitee_email: '', relationship: '', hasTried: false } as const;

export const emptyInviteList: InviteList = { ...emptyFields, entries: [], error: undefined };

export type InviteeErrors = { [field in keyof Invitee]?: TextKey };

export function validateInvitee({ entries, invitee_email, relationship }: InviteList): InviteeErrors {
  const values = { invitee_email, relationship };
  const errors = validateFields<keyof Invitee>(Invitee, values, {
    invitee_email: { empty: 'invite.email-error-message' },
    relationship: { empty: 'invite.dropdown-error-message' },
  });
  const email = Invitee.shape.invitee_email.safeParse(invitee_email).data;
  const isDuplicate = entries.some((entry) => entry.invitee_email === email);
  return isDuplicate ? { invitee_email: 'invite.duplicate-email-error-message', ...errors } : errors;
}

/** Adds the values of the fields as an invitee and clears the fields; invalid values stay. */
export function addInvitee(list: InviteList): InviteList {
  const { invitee_email, relationship, entries, error } = list;
  const invitee = Invitee.safeParse({ invitee_email, relationship });
  const isInvalid = !invitee.success || Object.keys(validateInvitee(list)).length > 0;
  if (isInvalid || isFull(list)) return { ...list, hasTried: true };
  return {
    ...emptyFields,
    entries: [...entries, { ...invitee.data, isRemoving: false }],
    error: error === 'no-input' ? undefined : error,
  };
}

/** Five invitees at most (requirement A-NETWORK-21). */
export const isFull = ({ entries }: InviteList): boolean => entries.length >= INVITEES_MAX;

export function startRemoval(list: InviteList, email: string): InviteList {
  const entries = list.entries.map((entry) => (entry.invitee_email === email ? { ...entry, isRemoving: true } : entry));
  return { ...list, entries };
}

/** Ends a removal; without invitees the error is cleared (requirement A-NETWORK-24). */
export function removeInvitee(list: InviteList, email: string): InviteList {
  const entries = list.entries.filter(({ invitee_email }) => invitee_email !== email);
  return { ...list, entries, error: entries.length > 0 ? list.error : undefined };
}

/** The invitees to send, without those being removed. */
export const getInvitees = ({ entries }: InviteList): Invitee[] =>
  entries
    .filter(({ isRemoving }) => !isRemoving)
    .map(({ invitee_email, relationship }) => ({ invitee_email, relationship }));
