import * as signUp from '@promenade/contract/signUp';
import { aboutCompany, aboutYou, newNetwork } from '../server/testing/applicants.ts';
import type { Call } from '../server/testing/client.ts';
import { Fault, type Plan, type Step } from './lane.ts';
import type { Site } from './site.ts';

/** What an address must have got and have, by their number. */
interface Applicant {
  mails: number;
  applications: number;
}
type Applicants = Record<string, Applicant>;

/** The addresses of a lane, with what stands in the database: nobody can ask for a list of mails and applications over HTTP. */
const FOUND = `
  select address.email, (select count(*) from mails where recipient = address.email)::int as mails,
    (select count(*) from applications a join account_emails e on e.account_id = a.account_id where e.email = address.email)::int as applications
  from (select recipient as email from mails union select email from account_emails) address
  where address.email like $1`;

/** Applies for accounts: asks for a code, types it, sends the form; what was cut short is left to another address. */
export function applying(name: string, call: Call, { query }: Pick<Site, 'query'>): Plan<Applicants> {
  let count = 0;
  let email = '';
  let proof = '';
  let next: 'code' | 'try' | 'apply' = 'code';

  async function answered(ask: Promise<{ status: number }>, then: typeof next): Promise<number> {
    next = 'code';
    const { status } = await ask;
    if (status < 400) next = then;
    return status;
  }

  async function typeCode() {
    const [mail] = await query<{ subject: string }>('select subject from mails where recipient = $1', [email]);
    const code = /\d{5}/.exec(mail?.subject ?? '')?.[0] ?? '';
    const answer = await call(signUp.validateCode, { body: { email, code } }, newNetwork());
    if (answer.status < 400) proof = answer.body.data.email_token;
    return answer;
  }

  function choose(before: Applicants): Step<Applicants> {
    if (next === 'try')
      return { says: `type the code of ${email}`, ask: () => answered(typeCode(), 'apply'), after: before };
    if (next === 'apply') {
      const body = { email, ...aboutYou, ...aboutCompany, hasAcceptedTerms: true, email_token: proof };
      return {
        says: `apply for ${email}`,
        ask: () => answered(call(signUp.confirmSignUp, { body }, newNetwork()), 'code'),
        after: { ...before, [email]: { mails: 1, applications: 1 } },
      };
    }
    email = `${name}-${count++}@applicant.example`;
    return {
      says: `send a code to ${email}`,
      ask: () => answered(call(signUp.sendCode, { body: { email } }, newNetwork()), 'try'),
      after: { ...before, [email]: { mails: 1, applications: 0 } },
    };
  }

  async function read(): Promise<Applicants> {
    const rows = await query<Applicant & { email: string }>(FOUND, [`${name}-%`]);
    const found = Object.fromEntries(rows.map(({ email, ...has }): [string, Applicant] => [email, has]));
    const { status } = await call(signUp.checkEmail, { body: { email } }, newNetwork());
    const isTaken = (found[email]?.applications ?? 0) > 0;
    if ((status === 409) !== isTaken) throw new Fault(`${name}: ${email} is answered with ${status}.`);
    return found;
  }

  return { name, state: {}, choose, read };
}
