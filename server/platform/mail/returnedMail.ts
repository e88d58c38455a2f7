import PostalMime, { type Email } from 'postal-mime';
import { classifyReply, isTelling, readEnhancedCode } from './classifyReply.ts';
import { listEnvelopeKeys } from './envelopeKey.ts';

/** `sender`: the refusal is about this service or the mail. `soft`: a later mail may arrive, such as after a full mailbox. */
export type BounceKind = 'hard' | 'soft' | 'delayed' | 'sender';

export interface Bounce {
  kind: BounceKind;
  /** In the words of the mail server, or of its notice. */
  reason: string;
}

/** A bounce with the reply of the other server, if the notice has it. */
interface ReadBounce extends Bounce {
  reply: string;
  /** The address that was refused; undefined when the notice does not say it. */
  recipient: string | undefined;
}

/**
 * What arrives at the address of return. `keys` look like those of `createEnvelopeKey`. `automatic`: answers of machines
 * and notices of success.
 */
export type ReturnedMail =
  | { kind: 'bounce'; keys: string[]; bounce: ReadBounce }
  | { kind: 'complaint'; unsubscribeToken: string }
  | { kind: 'unmatched' | 'answer' | 'automatic' };

const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];
const COMPLAINT_TYPES = ['message/feedback-report'];
const ORIGINAL_TYPES = [
  'message/rfc822',
  'message/global',
  'message/rfc822-headers',
  'text/rfc822-headers',
  'message/global-headers',
];

const MAIL_BYTES_MAX = 1_000_000;
const HEADER_BYTES_MAX = 256_000;
const NESTING_MAX = 20;
const PART_MAX = 64_000;
const FIELD_MAX = 2_000;
const REASON_MAX = 500;

/**
 * Reads a delivery status notification (RFC 3464, RFC 6533), a complaint (RFC 5965) or any other mail. Parts are found by
 * their type anywhere in the mail, because courier sends no `multipart/report`. Runs in a thread that may be stopped.
 *
 * @throws when the mail exceeds a limit
 */
export async function parseReturnedMail(raw: Uint8Array): Promise<ReturnedMail> {
  const mail = await PostalMime.parse(raw.subarray(0, MAIL_BYTES_MAX), {
    forceRfc822Attachments: true,
    maxHeadersSize: HEADER_BYTES_MAX,
    maxNestingDepth: NESTING_MAX,
  });
  const [original] = parseFields(readPart(mail, ORIGINAL_TYPES));
  const report = parseFields(readPart(mail, COMPLAINT_TYPES));
  if (report.length > 0) return readComplaint(report, original);
  const notice = readPart(mail, STATUS_TYPES);
  const [perMessage, ...others] = notice === '' ? readPlainNotice(mail) : parseFields(notice);
  if (!perMessage) return { kind: classifyOther(mail) };
  // Some servers leave out the empty line before the fields of the recipient.
  const perRecipient = others.length === 0 && perMessage.has('action') ? [perMessage] : others;
  // courier has the reason in the text alone.
  const words = toPrintable((mail.text ?? '').slice(0, FIELD_MAX))
    .replace(/\s+/g, ' ')
    .trim();
  const bounces = perRecipient.flatMap((fields) => readBounce(fields, words) ?? []);
  const bounce = bounces.find(({ kind }) => kind !== 'hard') ?? bounces[0];
  if (!bounce) return { kind: 'automatic' };
  const headers = mail.headers.map(({ value }) => value.slice(0, FIELD_MAX));
  const copied = original ?? parseFields(mail.text?.split(COPY)[1]?.slice(0, PART_MAX) ?? '')[0];
  const keys = [...headers, ...perMessage.values(), ...(copied?.values() ?? [])].flatMap(listEnvelopeKeys);
  return { kind: 'bounce', keys, bounce };
}

function readPart({ attachments }: Email, types: string[]): string {
  const content = attachments.find(({ mimeType }) => types.includes(mimeType))?.content;
  return (typeof content === 'string' ? content : new TextDecoder().decode(content)).slice(0, PART_MAX);
}

/** Blocks of header fields, which empty lines separate; continued lines are joined, names are in lower case. */
function parseFields(text: string): Map<string, string>[] {
  const blocks: Map<string, string>[] = [];
  let block: Map<string, string> | undefined;
  let name = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') {
      block = undefined;
      continue;
    }
    if (!block) {
      block = new Map();
      blocks.push(block);
      name = '';
    }
    const isContinued = line.startsWith(' ') || line.startsWith('\t');
    const colon = line.indexOf(':');
    if (!isContinued) name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    const value = isContinued ? `${block.get(name) ?? ''} ${line.trim()}` : line.slice(colon + 1).trim();
    if (name !== '') block.set(name, toPrintable(value.slice(0, FIELD_MAX)));
  }
  return blocks;
}

/** Where a notice of qmail has the mail that it returns. */
const COPY = /^--- Below this line is a copy of the message\.\s*/m;
const PLAIN_RECIPIENT = /^<([^<>\s]{1,320})>: ?\n((?:[^\n]+\n){1,20})/gm;

/** The notice of qmail, which is text (https://cr.yp.to/proto/qsbmf.txt), as fields of one that programs read. */
function readPlainNotice({ text = '' }: Email): Map<string, string>[] {
  const lines = `${text.slice(0, PART_MAX).replaceAll('\r\n', '\n').trim()}\n`;
  if (!lines.startsWith('Hi. This is the')) return [];
  const [notice = ''] = lines.split(COPY);
  const recipients = [...notice.matchAll(PLAIN_RECIPIENT)].map(
    ([, address = '', reason = '']) =>
      new Map([
        ['final-recipient', `rfc822; ${address}`],
        ['action', 'failed'],
        ['diagnostic-code', toPrintable(reason.slice(0, FIELD_MAX)).trim()],
      ]),
  );
  return [new Map<string, string>(), ...recipients];
}

/** PostgreSQL stores no NUL, and an operator reads it in a terminal. */
const toPrintable = (text: string): string => text.replace(/\p{Cc}/gu, ' ').toWellFormed();

/**
 * `Action` says whether the server gave up. `Status` means little: exim and OpenSMTPD write 5.0.0 for everything, so the
 * reply of the other server comes first.
 */
function readBounce(fields: Map<string, string>, words: string): ReadBounce | undefined {
  const action = fields.get('action')?.toLowerCase();
  const reply = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]{1,20};\s{0,20}/, '');
  const status = fields.get('status') ?? '';
  const reason = (reply || words || status).slice(0, REASON_MAX);
  const address = fields
    .get('final-recipient')
    ?.replace(/^[^;]{0,40};\s{0,20}/, '')
    .replace(/^<|>$/g, '');
  const about = { reason, reply, recipient: address?.toLowerCase() };
  if (action === 'delayed') return { kind: 'delayed', ...about };
  if (action !== 'failed') return undefined;
  const cause = classifyReply(readEnhancedCode(reply) || !isTelling(status) ? reply : `${status} ${reply}`);
  if (cause === 'address') return { kind: 'hard', ...about };
  return { kind: cause === 'sender' || cause === 'size' ? 'sender' : 'soft', ...about };
}

/** Types of RFC 5965 and RFC 6650 by which a person complains; `not-spam` and `auth-failure` (DMARC) are none. */
const COMPLAINTS = ['abuse', 'fraud', 'opt-out', 'opt-out-list', 'virus', 'other'];

/** The address of the unsubscribe button of the mail is signed: who holds it could press the button. */
function readComplaint(report: Map<string, string>[], original: Map<string, string> | undefined): ReturnedMail {
  const type =
    report
      .find((fields) => fields.has('feedback-type'))
      ?.get('feedback-type')
      ?.toLowerCase() ?? 'abuse';
  if (!COMPLAINTS.includes(type)) return { kind: 'automatic' };
  const [, token] = /\/unsubscribe\/([\w.-]{1,2000})/.exec(original?.get('list-unsubscribe') ?? '') ?? [];
  return token === undefined ? { kind: 'unmatched' } : { kind: 'complaint', unsubscribeToken: token };
}

/** `list` is none: answers of people in a group have it. */
const MACHINE_PRECEDENCE = ['bulk', 'junk', 'auto_reply'];
const MAIL_SERVERS = /^(?:mailer-daemon|mail-daemon)@/i;
const POSTMASTER = /^postmaster@/i;

/** A person's answer has no sign of a machine (RFC 3834); a mail server's notice without a report cannot be read. */
function classifyOther(mail: Email): 'unmatched' | 'answer' | 'automatic' {
  const headers = new Map(mail.headers.map(({ key, value }) => [key.toLowerCase(), value.trim().toLowerCase()]));
  const has = (...names: string[]) => names.some((name) => headers.has(name));
  const from = mail.from?.address ?? '';
  const isPerson = (headers.get('return-path') ?? '<>') !== '<>';
  if (MAIL_SERVERS.test(from) || (POSTMASTER.test(from) && !isPerson)) return 'unmatched';
  const isAutomatic =
    (headers.get('auto-submitted') ?? 'no') !== 'no' ||
    MACHINE_PRECEDENCE.includes(headers.get('precedence') ?? '') ||
    has('x-autoreply', 'x-autorespond') ||
    headers.get('return-path') === '<>' ||
    (headers.get('content-type') ?? '').startsWith('multipart/report') ||
    listEnvelopeKeys(`${headers.get('to') ?? ''}`.slice(0, FIELD_MAX)).length > 0;
  if (isAutomatic) return 'automatic';
  return from ? 'answer' : 'unmatched';
}
