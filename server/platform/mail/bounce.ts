import PostalMime from 'postal-mime';

/** What a mail server says of one recipient. `soft`: a later mail may arrive, such as after a full mailbox. */
export interface Bounce {
  /** Of the bounced mail; empty when the notice has none. */
  messageid: string;
  recipient: string;
  kind: 'hard' | 'soft' | 'delayed';
  reason: string;
}

const REASON_MAX = 500;
const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];
const ORIGINAL_TYPES = [
  'message/rfc822',
  'message/global',
  'message/rfc822-headers',
  'text/rfc822-headers',
  'message/global-headers',
];

/**
 * Reads a delivery status notification (RFC 3464, RFC 6533) of any mail server. Its parts are found by their type
 * anywhere in the mail, because courier sends no `multipart/report`. Empty for any other mail.
 */
export async function parseBounces(raw: Uint8Array): Promise<Bounce[]> {
  // A mail that nests too deep to be parsed is no bounce, and must not stop the reader at each run.
  const { attachments, text } = await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch(() => ({
    attachments: [],
    text: undefined,
  }));
  // courier has the reason in the text alone.
  const words = text?.replaceAll(/\s+/g, ' ').trim();
  const readPart = (types: string[]) => {
    const content = attachments.find(({ mimeType }) => types.includes(mimeType))?.content;
    return typeof content === 'string' ? content : new TextDecoder().decode(content);
  };
  const [perMessage, ...perRecipient] = parseFields(readPart(STATUS_TYPES));
  const [original] = parseFields(readPart(ORIGINAL_TYPES));
  const messageid = original?.get('message-id') ?? perMessage?.get('original-envelope-id') ?? '';
  return perRecipient.flatMap((fields) => {
    const recipient = readAddress(fields.get('original-recipient') ?? fields.get('final-recipient'));
    const kind = classify(fields);
    if (!recipient || !kind) return [];
    const reason = (fields.get('diagnostic-code') || words || fields.get('status') || '').slice(0, REASON_MAX);
    return [{ messageid, recipient, kind, reason }];
  });
}

/** Blocks of header fields, which empty lines separate; continued lines are joined, names are in lower case. */
function parseFields(text: string): Map<string, string>[] {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map(
      (block) =>
        new Map(
          [...block.replaceAll(/\n[ \t]+/g, ' ').matchAll(/^([\w-]+):[ \t]*(.*)$/gm)].map(
            ([, name = '', value = '']) => [name.toLowerCase(), value.trim()],
          ),
        ),
    );
}

const readAddress = (field = '') => /^[^;]*;\s*<?([^<>\s]+@[^<>\s]+?)>?$/.exec(field)?.[1];

/**
 * `Action` says whether the server gave up. `Status` means little: exim and OpenSMTPD write 5.0.0 for everything, so the
 * code in the reply of the other server comes first. Only 5.1.x and 5.2.1 are about the address (RFC 3463 §3.2).
 */
function classify(fields: Map<string, string>): Bounce['kind'] | undefined {
  const action = fields.get('action')?.toLowerCase();
  if (action === 'delayed') return 'delayed';
  if (action !== 'failed') return undefined;
  const reply = fields.get('diagnostic-code') ?? '';
  const code = /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1];
  if (code !== undefined) return isAboutAddress(code) ? 'hard' : 'soft';
  // A reply without an enhanced code: these two are about the address (RFC 5321 §4.2.2).
  if (/\b55[01]\b/.test(reply)) return 'hard';
  return reply === '' && isAboutAddress(fields.get('status') ?? '') ? 'hard' : 'soft';
}

/** Whether a code is about the recipient (RFC 3463 §3.2): 5.1.7 and 5.1.8 are about the sender. */
export const isAboutAddress = (code: string): boolean => /^5\.(1\.(?![78]$)\d+|2\.1)$/.test(code);
