import { TRACE_PART_BYTES } from '@promenade/contract/limits';
import * as operator from '@promenade/contract/operator';
import * as catalogue from '@promenade/contract/operatorCatalogue';
import * as people from '@promenade/contract/operatorPeople';
import * as service from '@promenade/contract/operatorService';
import type { FastifyInstance } from 'fastify';
import { addNote, deleteNote, makeAccount } from '../accounts/accountProfile.ts';
import { undoDecision } from '../accounts/decide.ts';
import {
  acceptName,
  changeLabel,
  changePackage,
  checkPackagePeople,
  createNameLists,
  getLabel,
  getMembers,
  makeName,
  previewMerge,
  renameName,
} from '../accounts/names.ts';
import { decideCountry, getRule, previewRule, setRule } from '../accounts/packageRules.ts';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { createReadiness } from '../platform/monitoring/readiness.ts';
import { getAuditPage, sendAuditTable } from './audit.ts';
import { discardJob, getFailedJobs, retryJob } from './jobs.ts';
import { discardMail, discardMails, getMailPage, retryMail, retryMails, sendMailView, sendTestMail } from './mails.ts';
import {
  actOnAccount,
  changeAccount,
  decideApplication,
  getAccount,
  getAccounts,
  getApplicants,
  previewPackages,
} from './people.ts';
import { readAccount } from './personalData.ts';
import { getLimitsMet, getStatus, getToday, startVerification } from './status.ts';
import { traceBytes, traceSoundOf } from './traceFile.ts';

export function operatorRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context;
  const findProblems = createReadiness(context);
  const lists = createNameLists(context);
  serve(app, operator.mails, ({ caller, query }) => getMailPage(context, caller, query));
  serve(app, operator.mailView, ({ caller, params, query, reply }) =>
    sendMailView(context, caller, { ...params, ...query }, reply),
  );
  serve(app, operator.retryMails, ({ caller, body }) => retryMails(context, body, caller.playerid));
  serve(app, operator.discardMails, ({ caller, body }) => discardMails(context, body, caller.playerid));
  serve(app, people.applicants, ({ query }) => getApplicants(db, query, now()));
  serve(app, people.decideApplication, ({ caller, params, body, db }) =>
    decideApplication({ ...context, db }, params.playerid, body, caller.playerid),
  );
  serve(app, people.undoApplication, ({ caller, params }) => undoDecision(context, params.playerid, caller.playerid));
  serve(app, people.makeAccount, ({ caller, body, db }) => makeAccount({ ...context, db }, body, caller.playerid));
  serve(app, people.decideCountry, ({ caller, params, body }) =>
    decideCountry(context, params.playerid, body, caller.playerid),
  );
  serve(app, people.previewPackages, ({ params, body }) => previewPackages(db, params.playerid, body.packages));
  serve(app, people.addNote, ({ caller, params, body, db }) =>
    addNote({ ...context, db }, params.playerid, body.note, caller.playerid),
  );
  serve(app, people.deleteNote, ({ caller, params }) => deleteNote(context, params, caller.playerid));
  serve(app, people.accounts, ({ query }) => getAccounts(db, query));
  serve(app, people.account, ({ params }) => getAccount(db, params.playerid, now()));
  serve(app, people.changeAccount, ({ caller, params, body, request }) =>
    changeAccount(context, params.playerid, body, { match: request.headers['if-match'], actor: caller.playerid }),
  );
  serve(app, people.actOnAccount, ({ caller, params, body }) =>
    actOnAccount(context, params.playerid, body.action, caller.playerid),
  );
  serve(app, people.exportAccount, async ({ caller, params }) => ({
    json: await readAccount(context, params.playerid, caller.playerid),
  }));
  serve(app, service.auditLines, ({ query }) => getAuditPage(db, query));
  serve(app, service.auditTable, ({ query, reply }) => sendAuditTable(context, query, reply));
  serve(app, service.operatorStatus, () => getStatus(context, findProblems));
  serve(app, service.operatorToday, () => getToday(context, findProblems));
  serve(app, service.limitsMet, () => getLimitsMet(context));
  serve(app, service.verifyStoredFiles, ({ caller }) => startVerification(context, caller.playerid));
  serve(app, service.testMail, ({ caller, db }) => sendTestMail({ ...context, db }, caller.playerid, caller.playerid));
  serve(app, service.retryMail, ({ caller, params }) => retryMail(context, params.mailid, caller.playerid));
  serve(app, service.discardMail, ({ caller, params, body }) =>
    discardMail(context, params.mailid, body.reason, caller.playerid),
  );
  serve(app, service.failedJobs, ({ query }) => getFailedJobs(context, query));
  serve(app, service.retryJob, ({ caller, params }) => retryJob(context, params.jobid, caller.playerid));
  serve(app, service.discardJob, ({ caller, params, body }) =>
    discardJob(context, params.jobid, body.reason, caller.playerid),
  );
  serve(app, catalogue.names, ({ params, query }) => lists.getNames(params.kind, query));
  serve(app, catalogue.makeName, ({ caller, params, body, db }) =>
    makeName({ ...context, db }, params.kind, body.name, caller.playerid),
  );
  serve(app, catalogue.acceptName, ({ caller, params }) =>
    acceptName(context, params.kind, params.nameid, caller.playerid),
  );
  serve(app, catalogue.renameName, ({ caller, params, body }) =>
    renameName(context, params.kind, params.nameid, body.name, caller.playerid),
  );
  serve(app, catalogue.previewNameMerge, ({ params, query }) =>
    previewMerge(db, params.kind, params.nameid, query.into),
  );
  serve(app, catalogue.mergeNames, ({ caller, params, body }) =>
    lists.mergeNames(params.kind, params.nameid, body.into, caller.playerid),
  );
  serve(app, catalogue.operatorLabel, ({ params }) => getLabel(db, params.nameid));
  serve(app, catalogue.changeLabel, ({ caller, params, body }) =>
    changeLabel(context, params.nameid, body, caller.playerid),
  );
  serve(app, catalogue.packageMembers, ({ params, query }) => getMembers(db, params.nameid, query));
  serve(app, catalogue.checkPackagePeople, ({ params, body }) => checkPackagePeople(db, params.nameid, body.text));
  serve(app, catalogue.changePackage, ({ caller, params, body }) =>
    changePackage(context, params.nameid, body, caller.playerid),
  );
  serve(app, catalogue.packageRule, ({ params }) => getRule(db, params.nameid));
  serve(app, catalogue.previewPackageRule, ({ params, query, body }) =>
    previewRule(db, params.nameid, body.condition, query),
  );
  serve(app, catalogue.setPackageRule, ({ caller, params, body, request }) =>
    setRule(context, params.nameid, body.condition, {
      actor: caller.playerid,
      match: request.headers['if-match'] ?? '',
    }),
  );
  void app.register(async (files) => {
    const options = { parseAs: 'buffer', bodyLimit: TRACE_PART_BYTES } as const;
    files.addContentTypeParser('application/octet-stream', options, (_request, body, done) => done(null, body));
    serve(files, service.traceFile, ({ caller, request }) => traceBytes(context, request.body, caller.playerid));
  });
  void app.register(async (files) => {
    const options = { parseAs: 'buffer', bodyLimit: service.TRACE_SOUND_BYTES } as const;
    files.addContentTypeParser('application/octet-stream', options, (_request, body, done) => done(null, body));
    serve(files, service.traceSound, ({ caller, query, request }) =>
      traceSoundOf(context, { bytes: request.body, name: query.name }, caller.playerid),
    );
  });
}
