import * as privacy from '@promenade/contract/privacy';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { cancelDeletion, getDeletion, requestDeletion } from './deletion.ts';
import { downloadPersonalData } from './personalData.ts';

export function privacyRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context;
  serve(app, privacy.personalData, ({ caller }) => downloadPersonalData(db, caller, now()));
  serve(app, privacy.deletion, ({ caller }) => getDeletion(db, caller.accountid));
  serve(app, privacy.requestDeletion, ({ caller }) => requestDeletion(context, caller, now()));
  serve(app, privacy.cancelDeletion, ({ caller }) => cancelDeletion(db, caller, now()));
}
