import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whenOver } from '../../testing/cleanUp.ts';
import { readConfig } from '../process/config.ts';
import { isSigned, readDkim } from './dkim.ts';
import { buildMessage, composeMessage, requireSigning } from './mailer.ts';

const folder = await mkdtemp(join(tmpdir(), 'promenade-dkim-'));
whenOver(() => rm(folder, { recursive: true }));
const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const spki = { type: 'spki', format: 'pem' } as const;
const encodings = { privateKeyEncoding: pkcs8, publicKeyEncoding: spki };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048, ...encodings });

async function configure(key: string) {
  const file = join(folder, 'key.pem');
  await writeFile(file, key);
  return readConfig({ DKIM_DOMAIN: 'music.example', DKIM_SELECTOR: 'promenade', DKIM_KEY_FILE: file });
}

test('a mail is signed with all its headers; a change breaks the signature', async () => {
  const config = await configure(rsa.privateKey);
  const mail = {
    id: 'a',
    kind: 'release',
    recipient: 'jürgen@radio.example',
    name: 'Jürgen',
    language: 'en',
    reply_to: null,
    subject: 'Über den Dächern',
    html: '<p>Hör  mal \n\n</p>',
    body: 'Hör  mal \n\n\n',
    unsubscribe: 'https://music.example/u',
    list: { labelid: 'l', name: 'Harbour' },
    envelopeKey: '',
  };
  const raw = await composeMessage(buildMessage(mail, [], config), 'windows', readDkim(config));
  const signature = /^DKIM-Signature:[^]*?\r\n(?=\S)/m.exec(raw.toString())?.[0].replaceAll(/\s/g, '') ?? '';
  const signed = /;h=([^;]*)/.exec(signature)?.[1]?.split(':');
  expect(signed).toEqual(
    expect.arrayContaining([
      'list-unsubscribe',
      'list-unsubscribe-post',
      'feedback-id',
      'list-id',
      'auto-submitted',
      'from',
    ]),
  );
  expect(raw.toString()).toContain('Feedback-ID: l:release:promenade\r\n');
  expect(isSigned(raw, rsa.privateKey)).toBe(true);
  for (const [from, to] of [
    ['music.example/u', 'music.example/v'],
    ['mal', 'mol'],
  ] as const)
    expect(isSigned(Buffer.from(raw.toString().replace(from, to)), rsa.privateKey)).toBe(false);
});

test.each([
  ['Ed25519', generateKeyPairSync('ed25519', encodings).privateKey],
  ['an elliptic curve', generateKeyPairSync('ec', { namedCurve: 'P-256', ...encodings }).privateKey],
  ['too short a key', generateKeyPairSync('rsa', { modulusLength: 512, ...encodings }).privateKey],
  ['a cut key', rsa.privateKey.slice(0, 500)],
  ['a public key', rsa.publicKey],
])('%s refuses the start', async (_name, key) => {
  await expect(requireSigning(await configure(key))).rejects.toThrow('DKIM_KEY_FILE must be a private RSA key');
});

test('a part of the DKIM settings is refused', () => {
  expect(() => readConfig({ DKIM_DOMAIN: 'music.example' })).toThrow('must be set together');
});
