import { expect, test } from 'vitest';
import { classifyReply, getSharedWords, type ReplyCause } from './classifyReply.ts';

// As mail servers and large providers write them.
test.each<[ReplyCause, ...string[]]>([
  [
    'address',
    '550 5.1.1 <rosa@radio.example>: Recipient address rejected: User unknown in local recipient table',
    "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address for typos or 550 5.1.1 unnecessary spaces.",
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    '550 5.2.1 The email account that you tried to reach is disabled',
    '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [BN1NAM02FT022.eop-nam02.prod.protection.outlook.com]',
    '550 5.4.1 [rosa@radio.example]: Recipient address rejected: Access denied [DB5EUR03FT022.eop-EUR03.prod.protection.outlook.com]',
    "554 delivery error: dd This user doesn't have a yahoo.com account (rosa@yahoo.com) [0] - mta1234.mail.gq1.yahoo.com",
    "554 delivery error: dd This user doesn't have an account (rosa)",
    '554 30 Sorry, your message to rosa@yahoo.com cannot be delivered. This mailbox is disabled (554.30).',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [VI1EUR05FT026.eop-eur05.prod.protection.outlook.com]',
    '550 Requested action not taken: mailbox unavailable',
    '550 No such user here',
    '550 Unrouteable address',
    '550 unknown user',
    '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550',
    '553 5.3.0 <rosa@radio.example>... Addressee unknown, relay=[10.0.0.1]',
    '501 <x>: missing or malformed local part',
    '550 #5.1.0 Address rejected. User unknown',
    '550 5.1.1 <antispam@policy.example>: Recipient address rejected: User unknown',
    'host mx1.antispamcloud.com[192.0.2.7] said: 550 5.1.1 No such recipient here',
    '550 #5.1.0 Address rejected.',
  ],
  [
    'sender',
    '550 relay not permitted',
    '550 relay not permitted, authentication required',
    '550 Sender verify failed',
    '550-Verification failed for <mail@music.example> 550-No Such User Here 550 Sender verify failed',
    "554 Your access to this mail system has been rejected due to the sending MTA's poor reputation.",
    '554 5.7.1 <rosa@radio.example>: Relay access denied',
    '550 5.7.1 Unable to relay',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    '550 5.7.1 <rosa@radio.example>: Recipient address rejected: User unknown',
    '550 5.1.8 <mail@music.example>: Sender address rejected: Domain not found',
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    "550 SC-001 (BAY004-MC3F10) Unfortunately, messages from 192.0.2.1 weren't sent. Please contact your Internet service provider since part of their network is on our block list",
    '550 5.7.606 Access denied, banned sending IP [192.0.2.1]',
    '550 Blocked by Spamhaus',
    '550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)',
    '550 Administrative prohibition',
    '550 Denied by policy',
    '550 Message rejected due to sender IP reputation ([192.0.2.1])',
    '550 permanent failure for one or more recipients (rosa@radio.example:blocked)',
    '550 This message was classified as spam and may not be delivered',
    '550 Domain frequency limited',
    '550 Mail content denied',
    '550 5.4.5 Daily user sending limit exceeded',
    '550 Your account has been disabled. Please contact support to send mail.',
    '550 The sending account is disabled',
    '550 Unable to verify sender: User unknown',
    '550 Return path mailbox unknown',
    '554 5.4.6 Unusual sending activity detected',
    '550 5.2.0 STOREDRV.Submission; SubmissionQuotaExceeded',
    '550 5.1.1 <rosa@radio.example>: Recipient address rejected: blocked using zen.spamhaus.org',
    '450 4.7.1 Client host rejected: cannot find your hostname',
    '530 Authentication required',
  ],
  [
    'recipient',
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.',
    '450 4.2.1 The user you are trying to contact is receiving mail too quickly.',
    '552 5.2.2 Mailbox full',
    "552-5.2.2 The recipient's inbox is out of storage space. 552 5.2.2 https://support.google.com/mail/?p=OverQuotaPerm",
    '552 Requested mailbox exceeds quota.',
    '554 delivery error: dd Sorry, your message to rosa@yahoo.com cannot be delivered. This account is over quota.',
    '450 5.1.1 User unknown',
    '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed',
    '550 5.7.124 RESOLVER.RST.NotAuthorized; not authorized',
    '451 try later',
    '550 5.3.2 System not accepting network messages',
    '552 5.3.4 Message size exceeds fixed limit',
    '550 5.4.4 Unable to route: no mail hosts for domain',
    '5.4.1',
  ],
  ['unknown', '550', '550 RP:TRC', '554 Transaction failed', '554 IP=192.0.2.1 - A problem occurred.', '5.0.0'],
])('what a refusal is about: %s', { tags: ['requirements decision 47'] }, (cause, ...replies) => {
  expect(replies.filter((reply) => classifyReply(reply) !== cause)).toEqual([]);
});

test('words are the same for every recipient, host and number', () => {
  const say = (address: string, ip: string, id: string) =>
    getSharedWords(`550-5.7.1 <${address}>: Message from [${ip}] rejected. ${id} See https://help.example/${id}`);
  expect(say('rosa@radio.example', '192.0.2.1', 'a1-2b')).toBe(say('ben@press.example', '192.0.2.9', 'c3-4d'));
  expect(getSharedWords('550')).toBe('550');
});
