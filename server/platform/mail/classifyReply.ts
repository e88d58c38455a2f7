/**
 * What a refusal is about. `address`: there is no such mailbox, for good. `recipient`: the mailbox or its server cannot
 * take the mail now. `size`: the mail is larger than the server takes. `sender`: this service, its mail server or what
 * is in the mail. `unknown`: the words say nothing.
 */
export type ReplyCause = 'address' | 'recipient' | 'size' | 'sender' | 'unknown';

// Codes alone mislead: many servers answer a blocked sender with a bare 550, a dead mailbox with 554 or 5.5.0, and a rate
// limit with 5.2.1. So words about the sender come first, then codes with one meaning, then words about the mailbox.

/** RFC 3463 §3, with the codes of large providers. 5.1.0, 5.2.0, 5.2.1, 5.3.0 and 5.5.0 are used for everything. */
const ADDRESS_CODES = /^5\.1\.(?:[12346]|10)$/;
const SIZE_CODES = /^5\.(?:2\.3|3\.4)$/;
const RECIPIENT_CODES = /^5\.(?:2\.[24]|3\.[1-9]\d*)$/;
const SENDER_CODES = /^[45]\.(?:1\.(?:7|8|9|20|90)|7\.\d+)$/;
/** Groups and mailboxes of Exchange that take no mails from outside. */
const CLOSED_CODES = /^5\.7\.(?:12[49]|13[3-6])$/;
/** Of servers that say nothing in words. */
const VAGUE_RECIPIENT_CODES = /^5\.4\.\d+$/;
const VAGUE_SENDER_CODES = /^5\.[56]\.\d+$/;

const words = (...phrases: string[]) => new RegExp(phrases.join('|'), 'i');

const SENDER_WORDS = words(
  'relay not permitted',
  'relay(?:ing)? (?:access )?(?:denied|not allowed|prohibited)',
  '(?:unable|not permitted|not allowed|refuse|do not) to relay',
  'cannot relay',
  'do not relay',
  'rcpthosts',
  'verification failed for',
  'your (?:\\S+ )?account',
  'sending account',
  'unusual (?:sending )?activity',
  'submission ?quota',
  'verify (?:the )?sender',
  'return[ -]path',
  'sender (?:verify|verification|address|domain|denied|rejected|blocked|not)',
  '(?:invalid|bad|unverified|forged) sender',
  'reputation',
  'spam',
  'junk ?mail',
  '(?:black|block|deny) ?list',
  '\\bblocked\\b',
  '\\bblocking\\b',
  '\\b(?:rbl|dnsbl|spf|dkim|dmarc|ptr|rdns|helo|ehlo)\\b',
  'reverse (?:dns|hostname|lookup)',
  'policy',
  'prohibit',
  'authenticat',
  'unauthenticated',
  '(?:not|un)[ -]?authori[sz]ed',
  'unsolicited',
  'content',
  'virus',
  'phish',
  'suspicious',
  'access denied',
  'client host',
  'banned',
  'throttl',
  '(?:rate|frequency|sending|daily|hourly|message|connection) limit',
  'frequency limited',
  'too many (?:messages|mails|emails|connections|recipients|errors|invalid|bad)',
  'sending quota',
);

const RECIPIENT_WORDS = words(
  'at a rate',
  'too (?:quickly|fast|often|much mail)',
  'quota',
  'mailbox size',
  '(?:mailbox|inbox|storage|account) (?:is )?(?:full|exceeded)',
  'storage',
  'too (?:large|big)',
  'temporar',
  'try again',
  'greylist',
  'timed out',
  'timeout',
);

/** A full mailbox is no matter of size. */
const SIZE_WORDS =
  /message size|\bmessage\b(?!.*(?:quota|storage|mailbox)).{0,40}(?:too (?:large|big)|exceeds|larger than)/i;

const ADDRESS_WORDS = words(
  '(?:user|recipient|address|addressee|mailbox|account|alias) (?:is )?(?:unknown|not known)',
  'unknown (?:or illegal |local |virtual )?(?:user|recipient|address|mailbox|account|alias|part)',
  'no such (?:user|recipient|address|mailbox|account|person|email|local)',
  'no (?:mailbox|account|user|recipient) (?:here|by that name|with that|found)',
  '(?:user|recipient|address|mailbox|account) (?:was |could )?not (?:be )?found',
  'recipientnotfound',
  '(?:does not|doesn.t|do not|not) exist',
  'invalid (?:recipient|mailbox|address|user|account)',
  'not a (?:valid|known) (?:user|mailbox|recipient|address|account)',
  'not have an? (?:\\S+ )?account',
  'doesn.t have an? (?:\\S+ )?account',
  'mailbox unavailable',
  '(?:account|mailbox|user|address|recipient).{0,80} (?:disabled|discontinued|deactivated|inactive|closed|expired)',
  'no longer (?:valid|available|active|accept|exist|in use|on server|here)',
  'unroute?able',
  'malformed',
  'bad destination',
  '#5\\.1\\.0 address rejected',
);

/** The answer of the largest office provider for a mailbox that does not exist. */
const EDGE_BLOCK = /5\.4\.1 .{0,200}?recipient address rejected:? access denied/i;

const TEXT_MAX = 1000;

/** @param reply of a mail server, with its code, or the `Diagnostic-Code` of a returned mail */
export function classifyReply(reply: string): ReplyCause {
  const text = removeHosts(removeAddresses(reply.slice(0, TEXT_MAX)));
  const code = readEnhancedCode(text) ?? '';
  const isTemporary = /(?<![\d.])([45])\d\d(?=[ -])/.exec(text)?.[1] === '4' || code.startsWith('4');
  if (!isTemporary && EDGE_BLOCK.test(text)) return 'address';
  if (!isTemporary && (SIZE_CODES.test(code) || (!isTelling(code) && SIZE_WORDS.test(text)))) return 'size';
  if (CLOSED_CODES.test(code)) return 'recipient';
  if (SENDER_CODES.test(code) || SENDER_WORDS.test(text)) return 'sender';
  if (isTemporary || RECIPIENT_CODES.test(code) || RECIPIENT_WORDS.test(text)) return 'recipient';
  if (ADDRESS_CODES.test(code) || ADDRESS_WORDS.test(text)) return 'address';
  if (code === '5.2.1') return 'address';
  if (VAGUE_RECIPIENT_CODES.test(code)) return 'recipient';
  return VAGUE_SENDER_CODES.test(code) ? 'sender' : 'unknown';
}

/** The first enhanced code (RFC 3463) of a reply that is no part of an address of the network. */
export const readEnhancedCode = (reply = ''): string | undefined =>
  /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(reply)?.[0];

/** Whether a code says more than that the mail failed. */
export const isTelling = (code: string): boolean => /^\d\.[1-9]/.test(code);

/** The words of a refusal without what differs between recipients: addresses, hosts, numbers, ids. */
export function getSharedWords(reply: string): string {
  const tokens = reply.slice(0, TEXT_MAX).toLowerCase().split(/\s+/);
  const kept = tokens
    .map((token) => token.replace(/[,;:.!?]{1,3}$/, ''))
    .filter((token) => /^[\p{L}'’-]+$/u.test(token));
  return kept.slice(0, WORDS_MAX).join(' ') || (/\d{3}/.exec(reply)?.[0] ?? '');
}

const WORDS_MAX = 30;

/** An address may contain any word. */
const removeAddresses = (text: string): string =>
  text
    .split(/(\s+)/)
    .map((token) => (token.includes('@') ? token.replace(/[^<>():"@]+@[^<>():"@]+/g, '') : token))
    .join('');

/** The name of a host, too: `mx1.antispamcloud.com`. The first word of a sentence without a blank before it is no part of one. */
const removeHosts = (text: string): string =>
  text.replace(/(?<![\w.-])(?:[a-z\d-]{1,63}\.){1,10}[a-z]{2,20}(?![\w-])/g, 'x');
