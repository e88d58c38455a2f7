import type { AuditLine } from '@promenade/contract/operatorService';
import type { Translate } from '../platform/text.ts';

/** Actions of the audit trail that have a sentence below `audit` in the texts. */
const ACTIONS = [
  'account.make',
  'account.change',
  'account.packages',
  'account.profile',
  'account.add-address',
  'account.remove-address',
  'account.label-mails',
  'account.add-note',
  'account.delete-note',
  'account.approved',
  'account.rejected',
  'account.undo-decision',
  'account.accept-country',
  'account.refuse-country',
  'account.disable',
  'account.enable',
  'account.end-sessions',
  'account.send-link',
  'account.lift-locks',
  'account.locked',
  'account.exclude',
  'account.include',
  'account.export',
  'account.trace',
  'account.trace-sound',
  'account.delete',
  'account.request-deletion',
  'account.cancel-deletion',
  'account.sign-in',
  'suppression.lift',
  'download.limit',
  'mail.retry',
  'mail.discard',
  'mail.test',
  'job.retry',
  'job.discard',
  'outbox.list',
  'outbox.read',
  'token.create',
  'token.revoke',
  'label.make',
  'label.rename',
  'label.merge',
  'label.contact',
  'label.logo',
  'label.mark',
  'label.package',
  'label.staff',
  'label.trust',
  'list.create',
  'list.rename',
  'list.delete',
  'list.import',
  'list.change',
  'list.remove',
  'list.person-deleted',
  'package.make',
  'package.rename',
  'package.merge',
  'package.open',
  'package.rule',
  'release.publish',
  'release.edit',
  'release.delete',
  'release.withdraw',
  'release.restore',
  'release.end',
  'release.exclude',
  'release.include',
  'release.addresses',
  'release.lists',
  'release.cancel-mail',
  'release.follow-up',
  'import.create',
  'import.update',
  'installation.backup',
  'installation.restore',
  'installation.verify',
  'installation.move-storage',
] as const;
type Action = (typeof ACTIONS)[number];
type Dashed<Name extends string> = Name extends `${infer Head}.${infer Tail}` ? `${Head}-${Tail}` : never;

const keyOf = <Name extends Action>(action: Name) => action.replace('.', '-') as Dashed<Name>;

/** What a line of the audit trail says: `Changed the packages of Ann Lund: packages + Radio`. */
export function describeAudit(t: Translate, { action, subject, subjectname, before, after }: AuditLine): string {
  const known = ACTIONS.find((name) => name === action);
  const values = { subject: subjectname || subject };
  const sentence = known ? t(`audit.${keyOf(known)}`, values) : `${action} ${values.subject}`;
  const change = describeChange(toFields(before), toFields(after));
  return change ? `${sentence}: ${change}` : sentence;
}

type Fields = Record<string, unknown>;

const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The short values that changed; the whole is shown on demand. */
function describeChange(before: Fields, after: Fields): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !name.endsWith('id') && !isSame(before[name], after[name]))
    .map((name) => describeField(name, before[name], after[name]))
    .filter(Boolean)
    .slice(0, FIELDS_MAX)
    .join('; ');
}

const FIELDS_MAX = 4;
const TEXT_MAX = 60;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function describeField(name: string, before: unknown, after: unknown): string {
  if (isNames(before ?? []) && isNames(after ?? []) && (before ?? after) !== undefined) {
    const [former, now] = [(before ?? []) as string[], (after ?? []) as string[]];
    const added = now.filter((item) => !former.includes(item)).map((item) => `+ ${item}`);
    const removed = former.filter((item) => !now.includes(item)).map((item) => `− ${item}`);
    return `${name} ${[...added, ...removed].slice(0, FIELDS_MAX).join(', ')}`;
  }
  const [former, now] = [toShortText(before), toShortText(after)];
  if (former === undefined || now === undefined) return '';
  return `${name} ${[former, now].filter(Boolean).join(' → ')}`;
}

const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Undefined for what is no short value. */
function toShortText(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.slice(0, TEXT_MAX);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
