import * as z from 'zod/mini';
import { MailChoice, OneRelease, StaffDocument } from './label.ts';
import { LINE_MAX } from './limits.ts';
import { route } from './route.ts';

export const cancelMail = route({
  method: 'POST',
  path: '/label/releases/:releaseid/cancel-mail',
  summary: 'Cancels the mails about a release that are not sent yet.',
  refuses: ['EDITORS_ONLY', 'MAIL_GONE'],
  params: OneRelease,
  answer: StaffDocument,
});

/** Until they are sent, also after they were cancelled. They wait at least five minutes. */
export const changeMail = route({
  method: 'PUT',
  path: '/label/releases/:releaseid/mail',
  summary: 'Sets when and in what words people are mailed about a published release.',
  refuses: ['EDITORS_ONLY', 'RELEASE_UNPUBLISHED', 'MAIL_GONE'],
  params: OneRelease,
  body: MailChoice,
  answer: StaffDocument,
});

export const sendTestMail = route({
  method: 'POST',
  path: '/label/releases/:releaseid/test-mail',
  once: true,
  summary: 'Mails the calling account what recipients of a release are mailed.',
  refuses: ['EDITORS_ONLY', 'TOO_MANY_REQUESTS'],
  params: OneRelease,
  body: z.object({
    subject: z.string().check(z.maxLength(LINE_MAX)),
    message: z.string().check(z.maxLength(1000)),
  }),
});
