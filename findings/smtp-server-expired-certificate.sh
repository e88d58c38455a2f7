#!/usr/bin/env bash
# smtp-server 3.21.6 (npm): without `cert` and `key` it offers STARTTLS with a certificate of its own for localhost, whose
# validity ended on 9 February 2025. So a client that checks certificates fails even when it is told
# to trust exactly this certificate.
# Seen: valid_to Feb  9 11:32:58 2025 GMT; ESOCKET: certificate has expired. It warns that the key of the certificate is known, not that it ended.
# Concerns everybody whose tests send mails through it by STARTTLS with certificates checked: give it `cert` and `key`.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
npm init -y >/dev/null && npm install --silent --no-audit --no-fund smtp-server@3.21.6 nodemailer@8.0.0 || exit 1
cat >try.mjs <<'JS'
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { connect } from 'node:net';
import { connect as secure } from 'node:tls';

const server = new SMTPServer({ authOptional: true, onData: (stream, _session, done) => stream.resume().on('end', done) });
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const { port } = server.server.address();

const certificate = await new Promise((resolve, reject) => {
  const socket = connect(port, '127.0.0.1');
  const lines = ['EHLO client\r\n', 'STARTTLS\r\n'];
  socket.on('error', reject).on('data', (data) => {
    if (!/^\d{3} /m.test(String(data))) return;
    const line = lines.shift();
    if (line) return socket.write(line);
    socket.removeAllListeners('data');
    const tls = secure({ socket, rejectUnauthorized: false }, () => resolve(tls.getPeerCertificate()) ?? tls.end());
  });
});
const pem = `-----BEGIN CERTIFICATE-----\n${certificate.raw.toString('base64').match(/.{1,64}/g).join('\n')}\n-----END CERTIFICATE-----\n`;
const transport = createTransport({ host: 'localhost', port, requireTLS: true, tls: { ca: [pem], servername: 'localhost' } });
const answer = await transport
  .sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'A', text: 'B' })
  .then(() => 'sent', ({ code, message }) => `${code}: ${message}`);
console.log(`valid_to ${certificate.valid_to}`);
console.log(answer);
process.exit(/2025/.test(certificate.valid_to) && /expired/i.test(answer) ? 0 : 1);
JS
node try.mjs
