import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from '../process/config.ts';

/** All headers that matter: nodemailer's own list leaves out half of those of subscribed mails (RFC 8058 §4). */
const SIGNED = `From Sender Reply-To Subject Date Message-ID To Cc MIME-Version Content-Type Content-Transfer-Encoding
  Auto-Submitted Precedence Feedback-ID List-Id List-Unsubscribe List-Unsubscribe-Post`;

/** Receivers ignore signatures of shorter keys (RFC 8301 §3.2). */
const RSA_BITS_MIN = 1024;

/** The signing options of nodemailer; undefined without DKIM_KEY_FILE. @throws when the key cannot be read */
export function readDkim({ dkim }: Pick<Config, 'dkim'>) {
  return (
    dkim && {
      domainName: dkim.domain,
      keySelector: dkim.selector,
      privateKey: readFileSync(dkim.keyFile, 'utf8'),
      headerFieldNames: SIGNED.split(/\s+/).join(':'),
    }
  );
}

/**
 * Whether a mail has a valid signature (RFC 6376) with rsa-sha256, relaxed, of this key: nodemailer sends unsigned,
 * without an error, when a key cannot be used.
 */
export function isSigned(raw: Uint8Array, privateKey: string): boolean {
  const [head = '', ...rest] = Buffer.from(raw).toString('latin1').split('\r\n\r\n');
  const headers = head.split(/\r\n(?![ \t])/).map((line) => ({
    name: line.slice(0, line.indexOf(':')).trim().toLowerCase(),
    value: line
      .slice(line.indexOf(':') + 1)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
  const signature = headers.find(({ name }) => name === 'dkim-signature')?.value;
  if (!signature) return false;
  const tags = new Map(
    signature.split(';').map((tag) => {
      const [name = '', ...value] = tag.split('=');
      return [name.trim(), value.join('=').replaceAll(/\s/g, '')];
    }),
  );
  const body = rest
    .join('\r\n\r\n')
    .replaceAll(/[ \t]+(?=\r\n)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n');
  if (createHash('sha256').update(body, 'latin1').digest('base64') !== tags.get('bh')) return false;
  const signed = (tags.get('h') ?? '')
    .toLowerCase()
    .split(':')
    .flatMap((name) => headers.findLast((header) => header.name === name) ?? []);
  const text = [...signed, { name: 'dkim-signature', value: signature.replace(/; ?b=.*$/, '; b=') }]
    .map(({ name, value }) => `${name}:${value}`)
    .join('\r\n');
  try {
    const key = createPublicKey(privateKey);
    return (
      (key.asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN &&
      verify('sha256', Buffer.from(text, 'latin1'), key, Buffer.from(tags.get('b') ?? '', 'base64'))
    );
  } catch {
    return false;
  }
}
