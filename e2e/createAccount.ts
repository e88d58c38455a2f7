import { randomUUID } from 'node:crypto';
import { command } from './command.ts';
import { PASSWORD } from './enter.ts';

/** An address that nobody has. */
export const newAddress = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@journey.example`;

/** A verified account of an operator's making, with the password of the demo; answers its address. */
export async function newAccount(address: string, name: string): Promise<string> {
  const email = newAddress(name);
  await setPassword(address, email, await command('server/operator.ts', ['account', email, '--verified']));
  return email;
}

/** Gives an account the password of the demo by the link that the operator's command printed. */
export async function setPassword(address: string, email: string, said: string): Promise<void> {
  const token = /\/resetpwd\/(\S+)/.exec(said)?.[1];
  const response = await fetch(`${address}/api/auth/chgpwdreset`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD, token }),
  });
  if (!response.ok) throw new Error(`The password of ${email} could not be set: ${await response.text()}`);
}
