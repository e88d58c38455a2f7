import { expect, test } from 'vitest';
import { createNotice, type Notice } from '../../testing/notice.ts';
import { parseReturnedMail } from './returnedMail.ts';
import { openReturnedMailParser } from './returnedMailParser.ts';

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
    'sender',
  ],
  [
    'postfix: too big, said after the whole mail',
    { fields: [to, 'Action: failed', 'Status: 5.3.4', 'Diagnostic-Code: smtp; 552 5.3.4 Error: message file too big'] },
    'sender',
  ],
  [
    'exim: too big without a code',
    { fields: ['Action: failed', to, 'Status: 5.0.0', 'Diagnostic-Code: smtp; 552 Message size exceeds maximum'] },
    'sender',
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
  const key = 'a1'.repeat(24);
  const mail = await parseReturnedMail(createNotice({ ...notice, original: [`X-Envelope-Key: ${key}`] }));
  const reason = expect.any(String);
  const about = { recipient: expect.toBeOneOf([recipient, undefined]), reason, reply: reason };
  expect(mail).toEqual(
    kind
      ? {
          kind: 'bounce',
          keys: [key],
          bounce: { kind, ...about },
        }
      : { kind: 'automatic' },
  );
});

test('the key is found in the address of return, the envelope id and the headers of the returned mail', async () => {
  const [address, envelope, header] = ['a1', 'b2', 'c3'].map((pair) => pair.repeat(24));
  const notice = createNotice({
    headers: [`To: <bounces+${address?.toUpperCase()}@music.example>`],
    fields: [to, 'Action: failed', 'Status: 5.1.1'],
    original: [`Return-Path: <bounces+${header}@music.example>`],
  });
  const withEnvelope = notice
    .toString()
    .replace('Reporting-MTA:', `Original-Envelope-Id: ${envelope}\r\nReporting-MTA:`);
  expect(await parseReturnedMail(Buffer.from(withEnvelope))).toMatchObject({ keys: [address, envelope, header] });
});

test('a notice of qmail, which is text, and one without the line between its fields are read', async () => {
  const key = 'a1'.repeat(24);
  const qmail = [
    'From: MAILER-DAEMON@radio.example',
    `To: bounces+${key}@music.example`,
    'Subject: failure notice',
    '',
    'Hi. This is the qmail-send program at radio.example.',
    "I'm afraid I wasn't able to deliver your message to the following addresses.",
    '',
    '<rosa@radio.example>:',
    'Sorry, no mailbox here by that name. (#5.1.1)',
    '',
    '--- Below this line is a copy of the message.',
    '',
    `Return-Path: <bounces+${key}@music.example>`,
    'Subject: 3 new promos',
    '',
  ];
  expect(await parseReturnedMail(Buffer.from(qmail.join('\r\n')))).toEqual({
    kind: 'bounce',
    keys: [key, key],
    bounce: {
      kind: 'hard',
      reason: 'Sorry, no mailbox here by that name. (#5.1.1)',
      reply: 'Sorry, no mailbox here by that name. (#5.1.1)',
      recipient,
    },
  });
  const fields = [to, 'Action: failed', 'Status: 5.1.1'];
  const joined = createNotice({ fields }).toString().replace('mx.test.example\r\n\r\n', 'mx.test.example\r\n');
  expect(await parseReturnedMail(Buffer.from(joined))).toMatchObject({ bounce: { kind: 'hard', recipient } });
});

const complaint = (original: string[], type = 'abuse') =>
  createNotice({
    type: 'multipart/report; report-type=feedback-report',
    statusType: 'message/feedback-report',
    fields: [`Feedback-Type: ${type}`],
    original,
  });

const BUTTON = 'List-Unsubscribe: <https://music.example/api/notifications/unsubscribe/aa.bb-c.dd_e>';

test.each<[string, Buffer | string, object]>([
  [
    'an ordinary mail that speaks of a failure',
    'From: rosa@radio.example\r\nSubject: Undelivered Mail Returned to Sender\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\nAction: failed\r\n',
    { kind: 'answer' },
  ],
  ['an answer', 'From: rosa@radio.example\r\nSubject: Re: New promo\r\n\r\nTake me off.', { kind: 'answer' }],
  [
    'an out-of-office note',
    'From: rosa@radio.example\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.',
    { kind: 'automatic' },
  ],
  ['an older one', 'From: rosa@radio.example\r\nPrecedence: bulk\r\n\r\nI am away.', { kind: 'automatic' }],
  [
    'a note to the address of return, which people do not see',
    `From: rosa@radio.example\r\nTo: bounces+${'a1'.repeat(24)}@music.example\r\n\r\nI am away.`,
    { kind: 'automatic' },
  ],
  [
    'an answer of somebody in a group',
    'From: rosa@radio.example\r\nPrecedence: list\r\nList-ID: <music.radio.example>\r\n\r\nTake us off.',
    { kind: 'answer' },
  ],
  [
    'an answer of a person who reads the mail of a domain',
    'Return-Path: <postmaster@radio.example>\r\nFrom: postmaster@radio.example\r\n\r\nTake us off.',
    { kind: 'answer' },
  ],
  [
    'a notice without a report',
    'From: MAILER-DAEMON@radio.example\r\n\r\n<rosa@radio.example>: no mailbox here by that name.',
    { kind: 'unmatched' },
  ],
  ['a complaint (RFC 5965)', complaint([BUTTON]), { kind: 'complaint', unsubscribeToken: 'aa.bb-c.dd_e' }],
  ['a complaint about a mail without the button', complaint([]), { kind: 'unmatched' }],
  ['a report that a mail is no spam', complaint([BUTTON], 'not-spam'), { kind: 'automatic' }],
  ['a report of DMARC', complaint([BUTTON], 'auth-failure'), { kind: 'automatic' }],
])('%s', async (_mail, raw, expected) => {
  expect(await parseReturnedMail(Buffer.from(raw))).toEqual(expected);
});

test('a notice without the reply of the other server has the words of its text', async () => {
  const mail = await parseReturnedMail(createNotice({ fields: [to, 'Action: failed', 'Status: 5.1.1'] }));
  expect(mail).toMatchObject({ bounce: { kind: 'hard', reason: expect.stringMatching(/^The mail did not arrive\./) } });
});

test('a NUL in a notice is no part of what is stored', async () => {
  const fields = [to, 'Action: failed', 'Diagnostic-Code: smtp; 550 5.1.1 no\0such\u0085user'];
  const mail = await parseReturnedMail(createNotice({ fields }));
  expect(mail).toMatchObject({ bounce: { kind: 'hard', reason: '550 5.1.1 no such user' } });
});

const LONG = 200_000;
const hostile = [
  'a@'.repeat(LONG),
  '<'.repeat(LONG),
  '"\\'.repeat(LONG),
  'a, '.repeat(LONG),
  '('.repeat(LONG),
  '5.1.'.repeat(LONG),
  ' '.repeat(LONG),
  '5 '.repeat(LONG),
  'account '.repeat(LONG),
  '\r\n '.repeat(LONG),
];

test.each(['To', 'From', 'Final-Recipient', 'Diagnostic-Code'])(
  'a field %s that is very long is read within the limits',
  async (name) => {
    for (const value of hostile) {
      const field = `${name}: ${value}`;
      const mail = createNotice({ headers: [field], fields: [to, 'Action: failed', field], original: [field] });
      const { parse, close } = openReturnedMailParser();
      const outcome = await parse(mail).then(
        () => 'read',
        ({ message }: Error) => message,
      );
      expect(['read', 'Error: Maximum header size of 256000 bytes exceeded']).toContain(outcome);
      await close();
    }
  },
);

test('a mail that stops the parser costs itself alone', async () => {
  const { parse, close } = openReturnedMailParser(1);
  await expect(parse(createNotice({ fields: [to] }))).rejects.toThrow('too long');
  await close();
  const next = openReturnedMailParser();
  expect(await next.parse(createNotice({ fields: [to, 'Action: failed', 'Status: 5.1.1'] }))).toMatchObject({
    bounce: { kind: 'hard' },
  });
  await next.close();
});
