import { signIn } from '@promenade/contract/access';
import type { TextKey } from '../platform/text.ts';

/** What the sign-in form holds. */
export interface SignInFields {
  username: string;
  password: string;
  publicdevice: boolean;
}
export type SignInErrors = { [field in 'username' | 'password']?: TextKey };

/** What is wrong with the form before anything is sent, by the contract's own schema; empty when nothing is. */
export function signInErrors(fields: SignInFields): SignInErrors {
  const wrong = signIn.body.safeParse(fields).error?.issues.map((issue) => issue.path[0]) ?? [];
  return {
    ...(wrong.includes('username') && { username: emailError(fields.username) }),
    ...(wrong.includes('password') && { password: 'signin.password-invalid' as const }),
  };
}

const emailError = (email: string): TextKey => (email.trim() === '' ? 'signin.email-required' : 'signin.email-invalid');
