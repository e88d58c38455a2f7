import { deleteOldRows } from './access/deleteOldRows.ts';
import { applicationJob } from './access/recipientForms.ts';
import { resetMailJob } from './access/setPassword.ts';
import { packageRulesJob } from './accounts/packageRules.ts';
import { trustedApplicationsJob } from './accounts/trustedApplications.ts';
import { documentsJob } from './catalogue/document/addDocuments.ts';
import { popularJob } from './catalogue/popular.ts';
import { deleteOldRuns } from './desk/runs.ts';
import { infoFramesJob } from './ingest/storedFiles/addInfoFrames.ts';
import { storedFilesJob } from './ingest/storedFiles/deleteUnreferencedFiles.ts';
import { flacJob } from './ingest/storedFiles/encodeFlacs.ts';
import { soundMarksJob } from './ingest/storedFiles/markReleases.ts';
import { analysisJob } from './ingest/storedFiles/measureTracks.ts';
import { decodeJob } from './ingest/uploads/decodeAhead.ts';
import { deliveriesJob } from './ingest/uploads/deleteOldDeliveries.ts';
import { checkJob, importJob } from './ingest/uploads/importDelivery.ts';
import { createSharedDecoders, type JobContext } from './ingest/workers/sharedDecoders.ts';
import { typedAddressesJob } from './label/audience.ts';
import { listensJob } from './library/listenRetention.ts';
import { ledgerJob } from './media/ledgerRetention.ts';
import { shareMailsJob } from './network/shareMails.ts';
import { labelInvitationsJob } from './notify/invitees.ts';
import { pushJob } from './notify/push.ts';
import { bouncesJob } from './notify/returnedMails.ts';
import { releaseMailsJob } from './notify/sendReleaseMails.ts';
import { verifyFilesJob } from './operator/status.ts';
import type { AppContext } from './platform/context.ts';
import { defineJob, type Job, startJob } from './platform/jobs/job.ts';
import { endGivenUpMails, mailQueue } from './platform/mail/mail.ts';
import { openMailer } from './platform/mail/mailer.ts';
import { mailServerJob } from './platform/mail/serverChecks.ts';
import { followUpJob } from './reports/followUp.ts';
import { airplaysJob } from './shelf/airplays.ts';

const tidyJob = defineJob(
  'tidy',
  async (context) => {
    await deleteOldRows(context);
    await endGivenUpMails(context.db);
    await deleteOldRuns(context);
  },
  { schedule: '17 * * * *' },
);

/** In the order of docs/operations.md; `mail` runs beside them. */
export const jobs: Job<object, JobContext>[] = [
  pushJob,
  resetMailJob,
  applicationJob,
  followUpJob,
  decodeJob,
  checkJob,
  importJob,
  verifyFilesJob,
  releaseMailsJob,
  shareMailsJob,
  mailServerJob,
  bouncesJob,
  typedAddressesJob,
  labelInvitationsJob,
  popularJob,
  tidyJob,
  infoFramesJob,
  flacJob,
  analysisJob,
  soundMarksJob,
  documentsJob,
  packageRulesJob,
  trustedApplicationsJob,
  deliveriesJob,
  storedFilesJob,
  ledgerJob,
  listensJob,
  airplaysJob,
];

/** Starts the background jobs in this process; returns a function that stops them. */
export async function startWorker(context: AppContext): Promise<() => Promise<void>> {
  const mailer = await openMailer(context);
  const decoders = createSharedDecoders(context.config.ffmpegPath);
  await context.jobs.work(mailQueue, ({ mailid }) => mailer.deliver(mailid));
  for (const job of jobs) await startJob({ ...context, decoders }, job);
  // A wrong setting is seen right after the start.
  await context.jobs.send(context.db, mailServerJob, {});
  return async () => {
    await context.jobs.close();
    await decoders.close();
    mailer.close();
  };
}
