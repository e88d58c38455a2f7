import type { Ask } from '@promenade/contract/route';
import * as signUp from '@promenade/contract/signUp';
import type { Answered } from './client.ts';
import type { TestServer } from './testServer.ts';

/** What a press contact tells about themselves. */
export const aboutYou = {
  first_name: 'Mia',
  last_name: 'Ostrander',
  industry: 'press-publicity-media',
  role: 'Staff writer',
  phone: '+44 20 7946 0958',
} as const;

/** What the same person tells about the company. */
export const aboutCompany = {
  group_owner: 'Harbour Press',
  country: 'GB',
  city: 'Whitby',
  primary_format: 'Jazz',
  media_type: 'Magazine',
} as const;

type Body = Ask<typeof signUp.confirmSignUp>['body'];

/** Sign-ups as the browser makes them. */
export interface Applicants {
  /** Of a new address, by the code that was mailed to it. */
  proof(email: string): Promise<string>;
  /** The last step, with everything that a press contact tells; each call comes from a network of its own. */
  confirm(email: string, more?: Partial<Body>): Promise<Answered<typeof signUp.confirmSignUp>>;
  /** The whole way without an invitation. */
  apply(email: string, more?: Partial<Body>): Promise<void>;
  /** What the operator reads of an application. */
  application(email: string): Promise<Record<string, unknown> | undefined>;
}

let networks = 0;

/** For a header of a world that trusts 127.0.0.1: a network that nobody called from yet. */
export const newNetwork = () => {
  networks += 1;
  return { 'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` };
};

/** In a world whose TRUST_PROXY is 127.0.0.1. */
export function applicants({ call, db, mail }: TestServer): Applicants {
  const proof = async (email: string) => {
    await call(signUp.sendCode, { body: { email } }, newNetwork());
    const { subject } = await mail(email);
    const code = /\d{5}/.exec(subject)?.[0] ?? '';
    const { body } = await call(signUp.validateCode, { body: { email, code } }, newNetwork());
    return body.data.email_token;
  };
  const confirm = (email: string, more: Partial<Body> = {}) => {
    const body = { email, ...aboutYou, ...aboutCompany, hasAcceptedTerms: true, ...more };
    return call(signUp.confirmSignUp, { body }, newNetwork());
  };
  return {
    proof,
    confirm,
    async apply(email, more) {
      const { status, refusal } = await confirm(email, { email_token: await proof(email), ...more });
      if (status !== 204) throw new Error(`The sign-up of ${email} was refused: ${JSON.stringify(refusal)}`);
    },
    application: (email) =>
      db
        .selectFrom('applications')
        .innerJoin('account_emails', 'account_emails.account_id', 'applications.account_id')
        .innerJoin('accounts', 'accounts.id', 'applications.account_id')
        .where('email', '=', email)
        .select(['answers', 'decision', 'decided_at', 'status', 'verified', 'title', 'company', 'website', 'language'])
        .executeTakeFirst(),
  };
}
