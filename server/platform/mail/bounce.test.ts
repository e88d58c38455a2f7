import { expect, test } from 'vitest';
import { createNotice, type Notice } from '../../testing/notice.ts';
import { parseBounces } from './bounce.ts';

const recipient = 'rosa@radio.example';
const to = `Final-Recipient: rfc822; ${recipient}`;

test.each<[string, Notice, kind: string | undefined]>([
  [
    'postfix: unknown user',
    {
      fields: [
        to,
        `Original-Recipient: rfc822;${recipient}`,
        'Action: failed',
        'Status: 5.1.1',
        'Remote-MTA: dns; mx.radio.example',
        'Diagnostic-Code: smtp; 550 5.1.1 <rosa@radio.example>: Recipient address',
        '    rejected: User unknown',
      ],
    },
    'hard',
  ],
  [
    'postfix: given up after retries',
    { fields: [to, 'Action: failed', 'Status: 4.4.7', 'Diagnostic-Code: smtp; 451 4.3.0 later'] },
    'soft',
  ],
  [
    'postfix: full mailbox',
    { fields: [to, 'Action: failed', 'Status: 5.2.2', 'Diagnostic-Code: smtp; 552 5.2.2 Mailbox full'] },
    'soft',
  ],
  [
    'postfix: refused for its content',
    { fields: [to, 'Action: failed', 'Status: 5.7.1', 'Diagnostic-Code: smtp; 554 5.7.1 Spam'] },
    'soft',
  ],
  ['postfix: delayed', { fields: [to, 'Action: delayed', 'Status: 4.4.1'] }, 'delayed'],
  [
    'exim: Action first, 5.0.0 for an unknown user',
    { fields: ['Action: failed', to, 'Status: 5.0.0', 'Diagnostic-Code: smtp; 550 5.1.1 unknown'] },
    'hard',
  ],
  [
    'exim: 5.0.0 for a mail given up',
    { fields: ['Action: failed', to, 'Status: 5.0.0', 'Diagnostic-Code: smtp; 451 try later'] },
    'soft',
  ],
  [
    'sendmail: headers alone',
    {
      originalType: 'text/rfc822-headers',
      fields: [
        `FINAL-RECIPIENT: RFC822; ${recipient}`,
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: SMTP; 550 No such user',
      ],
    },
    'hard',
  ],
  [
    'courier: no report, the reason in the text alone',
    { type: 'multipart/mixed', fields: [to, 'Action: failed', 'Status: 5.0.0'] },
    'soft',
  ],
  [
    'courier: a reply beyond ASCII',
    {
      statusType: 'message/global-delivery-status',
      originalType: 'message/global',
      fields: [
        `Final-Recipient: utf-8; ${recipient}`,
        'Action: failed',
        'Status: 5.0.0',
        'Diagnostic-Code: smtp; 550 5.1.1 Empfänger unbekannt',
      ],
    },
    'hard',
  ],
  ['courier: a success', { fields: [to, 'Action: delivered', 'Status: 2.0.0'] }, undefined],
  [
    'OpenSMTPD: the whole mail as headers, 5.0.0',
    {
      originalType: 'text/rfc822-headers',
      fields: [to, 'Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp; 550 5.2.1 disabled'],
    },
    'hard',
  ],
  ['OpenSMTPD: given up, called delayed', { fields: [to, 'Action: delayed', 'Status: 4.4.7'] }, 'delayed'],
])('%s', { tags: ['requirements decision 47'] }, async (_server, notice, kind) => {
  const expected = { messageid: '<b5c9@music.example>', recipient, kind, reason: expect.any(String) };
  expect(await parseBounces(createNotice(notice))).toEqual(kind ? [expected] : []);
});

test('an ordinary mail that speaks of a failure is no bounce', async () => {
  const mail =
    'Subject: Undelivered Mail Returned to Sender\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\nAction: failed\r\n';
  expect(await parseBounces(Buffer.from(mail))).toEqual([]);
});

test('a notice without the reply of the other server has the words of its text', async () => {
  const fields = ['Final-Recipient: rfc822; full@radio.example', 'Action: failed', 'Status: 5.1.1'];
  const [bounce] = await parseBounces(createNotice({ fields }));
  expect(bounce?.reason).toMatch(/^The mail did not arrive\./);
});
