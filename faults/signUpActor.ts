import * as signUp from '@promenade/contract/signUp';
import { companyAnswers, createNetworkHeader, personAnswers } from '../server/testing/applicants.ts';
import type { Call } from '../server/testing/client.ts';
import { type ActorPlan, Fault, type Step } from './actor.ts';
import type { Installation } from './installation.ts';

interface Applicant {
  mails: number;
  applications: number;
}
type Applicants = Record<string, Applicant>;

/** Counts per address, from the database because no API lists mails and applications. */
const COUNTS = `
  select address.email, (select count(*) from mails where recipient = address.email)::int as mails,
    (select count(*) from applications a join account_emails e on e.account_id = a.account_id where e.email = address.email)::int as applications
  from (select recipient as email from mails union select email from account_emails) address
  where address.email like $1`;

/** Requests accounts: code, verification, form. An interrupted request continues with a new address. */
export function createSignUpPlan(
  name: string,
  call: Call,
  { query }: Pick<Installation, 'query'>,
): ActorPlan<Applicants> {
  let count = 0;
  let email = '';
  let proof = '';
  let next: 'code' | 'try' | 'apply' = 'code';

  async function advance(request: Promise<{ status: number }>, nextStep: typeof next) {
    next = 'code';
    const answer = await request;
    if (answer.status < 400) next = nextStep;
    return answer;
  }

  async function submitCode() {
    const [mail] = await query<{ subject: string }>('select subject from mails where recipient = $1', [email]);
    const code = /\d{5}/.exec(mail?.subject ?? '')?.[0] ?? '';
    const answer = await call(signUp.validateCode, { body: { email, code } }, createNetworkHeader());
    if (answer.status < 400) proof = answer.body.data.email_token;
    return answer;
  }

  function choose(before: Applicants): Step<Applicants> {
    if (next === 'try')
      return {
        description: `submit the code of ${email}`,
        send: () => advance(submitCode(), 'apply'),
        stateAfter: before,
      };
    if (next === 'apply') {
      const body = { email, ...personAnswers, ...companyAnswers, hasAcceptedTerms: true, email_token: proof };
      return {
        description: `apply for ${email}`,
        send: () => advance(call(signUp.confirmSignUp, { body }, createNetworkHeader()), 'code'),
        stateAfter: { ...before, [email]: { mails: 1, applications: 1 } },
      };
    }
    email = `${name}-${count++}@applicant.example`;
    return {
      description: `send a code to ${email}`,
      send: () => advance(call(signUp.sendCode, { body: { email } }, createNetworkHeader()), 'try'),
      stateAfter: { ...before, [email]: { mails: 1, applications: 0 } },
    };
  }

  async function read(): Promise<Applicants> {
    const rows = await query<Applicant & { email: string }>(COUNTS, [`${name}-%`]);
    const found = Object.fromEntries(rows.map(({ email, ...has }): [string, Applicant] => [email, has]));
    const { status } = await call(signUp.checkEmail, { body: { email } }, createNetworkHeader());
    const isTaken = (found[email]?.applications ?? 0) > 0;
    if ((status === 409) !== isTaken) throw new Fault(`${name}: ${email} got ${status}.`);
    return found;
  }

  return { name, state: {}, choose, read };
}
