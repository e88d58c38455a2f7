import type { Generated } from 'kysely';

/** Mails and what became of them. */
export interface MailTables {
  mails: {
    id: Generated<string>;
    kind: string;
    recipient: string;
    reply_to: string | null;
    subject: string;
    html: string | null;
    body: string | null;
    pictures: Generated<string[]>;
    unsubscribe: string | null;
    created_at: Date;
    sent_at: Date | null;
    problem: string | null;
    ended: 'suppressed' | 'expired' | 'refused' | null;
    expires_at: Date | null;
    release_ids: Generated<number[]>;
  };
  mail_bounces: {
    mail_id: string;
    address: string;
    kind: 'hard' | 'soft' | 'delayed';
    reason: string;
    at: Date;
    counts: Generated<boolean>;
  };
  mail_servers: {
    name: 'smtp' | 'mailbox';
    host: string;
    checked_at: Date;
    worked_at: Date | null;
    problem: string | null;
    certificate_until: Date | null;
  };
  suppressions: {
    address: string;
    since: Date;
    reason: string;
    mailid: string | null;
  };
  returned_mails: {
    day: string;
    kind: string;
    mails: number;
  };
}
