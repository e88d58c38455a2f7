import { randomUUID } from 'node:crypto';
import { operate } from './runCommand.ts';
import { PASSWORD } from './signIn.ts';
import type { Service } from './startService.ts';

export const uniqueEmail = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@journey.example`;

/** Creates a verified account with a unique email and the demo password; returns the email. */
export async function createAccount(
  address: string,
  name: string,
  service?: Pick<Service, 'address' | 'dataDir'>,
): Promise<string> {
  const email = uniqueEmail(name);
  await setPassword(address, email, await operate(['account', email, '--verified'], service));
  return email;
}

/** Sets the demo password by the link in the output of the `account` command. */
export async function setPassword(address: string, email: string, output: string): Promise<void> {
  const token = /\/resetpwd\/(\S+)/.exec(output)?.[1];
  const response = await fetch(`${address}/api/auth/chgpwdreset`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD, token }),
  });
  if (!response.ok) throw new Error(`The password of ${email} could not be set: ${await response.text()}`);
}
