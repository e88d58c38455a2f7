import { setPassword, signIn } from '@promenade/contract/access';
import { saveProfile } from '@promenade/contract/profile';
import { type Call, createClient } from '../server/testing/client.ts';
import { startCommand } from './command.ts';

const PASSWORD = 'Promenade-1';

/** A running service. */
interface Home {
  dataDir: string;
  /** Changes with each restart. */
  address: () => string;
  env?: Record<string, string>;
}

export interface Member {
  call: Call;
  token: () => string;
  signIn(): Promise<void>;
}

/** Accounts that act at the same time. */
export const openMembers = (home: Home) =>
  Promise.all([
    openMember(home, 'listener@faults.example'),
    openMember(home, 'collector@faults.example'),
    openMember(home, 'witness@faults.example'),
  ]);

/** Creates and signs in an account that gets a mail for each release. */
async function openMember({ dataDir, address, env }: Home, email: string): Promise<Member> {
  const { out, err } = await startCommand(dataDir, 'server/operator.ts', ['account', email, '--verified'], env).ended;
  const token = /\/resetpwd\/(\S+)/.exec(out)?.[1];
  if (!token) throw new Error(`Could not create ${email}: ${err}`);
  let access = '';
  const call: Call = (...asked) => createClient(address(), access)(...asked);
  const signInAgain = async () => {
    const { body } = await call(signIn, { body: { username: email, password: PASSWORD } });
    access = body['access-token'];
  };
  await call(setPassword, { body: { password: PASSWORD, token } });
  await signInAgain();
  const about = { firstname: 'A', lastname: 'Member', title: 'Editor', country: 'GB' };
  const { status } = await call(saveProfile, { body: { ...about, mailto: email, mailpref: 'per-release' } });
  if (status >= 400) throw new Error(`The profile of ${email} failed with ${status}.`);
  return { call, token: () => access, signIn: signInAgain };
}
