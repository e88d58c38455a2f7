import type { RouteRequest } from '@promenade/contract/route';
import * as signUp from '@promenade/contract/signUp';
import type { ClientResponse } from './client.ts';
import type { TestServer } from './testServer.ts';

/** The answers of a press contact in the sign-up form. */
export const personAnswers = {
  first_name: 'Mia',
  last_name: 'Ostrander',
  industry: 'press-publicity-media',
  role: 'Staff writer',
  phone: '+44 20 7946 0958',
} as const;

export const companyAnswers = {
  group_owner: 'Harbour Press',
  country: 'GB',
  city: 'Whitby',
  primary_format: 'Jazz',
  media_type: 'Magazine',
} as const;

type Body = RouteRequest<typeof signUp.confirmSignUp>['body'];

export interface Applicants {
  /** Confirms an address by the mailed code; returns the email token. */
  confirmEmail(email: string): Promise<string>;
  /** Sends the last step with all answers. Each call comes from a new network. */
  confirm(email: string, answers?: Partial<Body>): Promise<ClientResponse<typeof signUp.confirmSignUp>>;
  /** Signs up without an invitation. */
  apply(email: string, answers?: Partial<Body>): Promise<void>;
  application(email: string): Promise<Record<string, unknown> | undefined>;
}

let networks = 0;

/** A header with a network that was not used before; needs TRUST_PROXY=127.0.0.1. */
export const createNetworkHeader = () => {
  networks += 1;
  return { 'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` };
};

/** Sign-ups through the API; needs TRUST_PROXY=127.0.0.1. */
export function createApplicants({ call, db, waitForMail: mail }: TestServer): Applicants {
  const confirmEmail = async (email: string) => {
    await call(signUp.sendCode, { body: { email } }, createNetworkHeader());
    const { subject } = await mail(email);
    const code = /\d{5}/.exec(subject)?.[0] ?? '';
    const { body } = await call(signUp.validateCode, { body: { email, code } }, createNetworkHeader());
    return body.data.email_token;
  };
  const confirm = (email: string, answers: Partial<Body> = {}) => {
    const body = { email, ...personAnswers, ...companyAnswers, hasAcceptedTerms: true, ...answers };
    return call(signUp.confirmSignUp, { body }, createNetworkHeader());
  };
  return {
    confirmEmail,
    confirm,
    async apply(email, answers) {
      const { status, refusal } = await confirm(email, { email_token: await confirmEmail(email), ...answers });
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
