import * as signUp from '@promenade/contract/signUp';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { sendCode, validateCode } from './codes.ts';
import { keepAboutCompany, keepAboutYou } from './recipientForms.ts';
import { confirmSignUp } from './signUp.ts';
import { checkEmail } from './signUpEmail.ts';

/** Ways to an account: the sign-up, step by step, and the application in two halves. */
export function signUpRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context;
  serve(app, signUp.checkEmail, ({ body, network }) => checkEmail(db, body.email, network, now()));
  serve(app, signUp.sendCode, ({ body, network }) => sendCode(context, body.email, network, now()));
  serve(app, signUp.validateCode, ({ body, network }) => validateCode(context, body, network, now()));
  serve(app, signUp.confirmSignUp, ({ body, network }) => confirmSignUp(context, body, network, now()));
  serve(app, signUp.recipientForm1, ({ body, network }) => keepAboutYou(db, body, network, now()));
  serve(app, signUp.recipientForm2, ({ body, network }) => keepAboutCompany(db, body, network, now()));
}
