import type { Day } from './columns.ts';

interface ReleaseMails {
  account_id: number;
  release_id: number;
  told_at: Date;
}

interface ReleaseRounds {
  release_id: number;
  done_at: Date;
}

interface MailMornings {
  account_id: number;
  day: Day;
}

/** The tables of release mails, joined into `Tables`. */
export interface NotifyTables {
  release_mails: ReleaseMails;
  release_rounds: ReleaseRounds;
  mail_mornings: MailMornings;
}
