#!/usr/bin/env bash
# @pushforge/builder 2.0.5 (npm), offered for Chrome, Firefox, Edge and Safari: its messages have the encoding of a draft,
# `Content-Encoding: aesgcm` with keys in `Encryption` and `Crypto-Key`, where RFC 8291 says `aes128gcm` and no such fields.
# Seen: content-encoding aesgcm, scheme vapid, a field crypto-key.
# Concerns everybody who sends Web Push with it: push services that know the standard alone refuse the message.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
npm init -y >/dev/null && npm install --silent --no-audit --no-fund @pushforge/builder@2.0.5 || exit 1
cat >try.mjs <<'JS'
import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import { buildPushHTTPRequest } from '@pushforge/builder';
const browser = createECDH('prime256v1');
const { headers } = await buildPushHTTPRequest({
  privateJWK: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  subscription: {
    endpoint: 'https://push.example/subscription',
    keys: { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  },
  message: { payload: { title: 'A title' }, adminContact: 'mailto:staff@example.com' },
});
const sent = Object.fromEntries(new Headers(headers));
console.log({
  'content-encoding': sent['content-encoding'],
  scheme: sent.authorization?.split(' ')[0],
  'crypto-key': 'crypto-key' in sent,
});
process.exit(sent['content-encoding'] === 'aesgcm' ? 0 : 1);
JS
node try.mjs
