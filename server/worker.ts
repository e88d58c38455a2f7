import { cleanUp } from './access/cleanup.ts';
import { joinApplicationHalves } from './access/recipientForms.ts';
import { sendResetMail } from './access/setPassword.ts';
import { applyAllRules } from './accounts/packageRules.ts';
import { addDocuments } from './catalogue/document/addDocuments.ts';
import { updatePopularity } from './catalogue/popular.ts';
import { tidyRuns } from './desk/runs.ts';
import { addInfoFrames } from './ingest/storedFiles/addInfoFrames.ts';
import { deleteOldTracks } from './ingest/storedFiles/deleteOldTracks.ts';
import { deleteUnreferencedFiles } from './ingest/storedFiles/deleteUnreferencedFiles.ts';
import { measureTracks } from './ingest/storedFiles/measureTracks.ts';
import { type DeliveryImport, importDelivery } from './ingest/uploads/importDelivery.ts';
import { tidyDeliveries } from './ingest/uploads/tidyDeliveries.ts';
import { addAddressedAccounts } from './label/audience.ts';
import { tidyListens } from './library/listenRetention.ts';
import { deleteOldLedger } from './media/ledgerRetention.ts';
import { sendShareMails } from './network/shareMails.ts';
import { type PushJob, sendPush } from './notify/push.ts';
import { readReturnedMails } from './notify/returnedMails.ts';
import { sendReleaseMails } from './notify/sendReleaseMails.ts';
import { verifyStoredFiles } from './operator/status.ts';
import type { AppContext } from './platform/context.ts';
import { endGivenUpMails } from './platform/mail/mail.ts';
import { openMailer } from './platform/mail/mailer.ts';
import { checkMailbox, checkMailServer } from './platform/mail/serverChecks.ts';
import { queueFollowUpMails } from './reports/followUp.ts';

/** Starts the background jobs in this process; returns a function that stops them. */
export async function startWorker(context: AppContext): Promise<() => Promise<void>> {
  const { jobs, log } = context;
  const mailer = await openMailer(context);
  await jobs.work<{ mailid: string }>('mail', ({ mailid }) => mailer.deliver(mailid), { batchSize: 20, batches: 3 });
  await jobs.work<PushJob>('push', (data) => sendPush(context, data));
  await jobs.work<{ email: string }>('reset-mail', (data) => sendResetMail(context, data));
  await jobs.work<{ email: string }>('application', (data) => joinApplicationHalves(context, data));
  await jobs.work<{ releaseid: string }>('follow-up', (data) => queueFollowUpMails(context, data));
  const oneAtOnce = { batchSize: 1 };
  await jobs.work<DeliveryImport>('delivery-check', (data) => importDelivery(context, data, true), oneAtOnce);
  await jobs.work<DeliveryImport>('delivery-import', (data) => importDelivery(context, data), oneAtOnce);
  await jobs.work<{ actor: string }>('verify-files', async ({ actor }) => {
    await verifyStoredFiles(context, actor, (problem) => log.error({ problem }, 'A stored file is damaged'));
  });
  await jobs.schedule('deliveries', '31 2 * * *', () => tidyDeliveries(context));
  await jobs.schedule('tidy', '17 * * * *', async () => {
    await cleanUp(context);
    await endGivenUpMails(context.db);
    await tidyRuns(context);
  });
  await jobs.schedule('stored-files', '41 3 * * *', async () => {
    await deleteOldTracks(context);
    await deleteUnreferencedFiles(context);
  });
  await jobs.schedule('info-frames', '29 * * * *', () => addInfoFrames(context));
  await jobs.schedule('analysis', '37 * * * *', () => measureTracks(context));
  await jobs.schedule('documents', '47 * * * *', () => addDocuments(context));
  await jobs.schedule('media-ledger', '23 4 * * *', () => deleteOldLedger(context));
  await jobs.schedule('listens', '53 4 * * *', () => tidyListens(context));
  await jobs.schedule('popular', '3 * * * *', () => updatePopularity(context));
  await jobs.schedule('share-mails', '* * * * *', () => sendShareMails(context));
  await jobs.schedule('typed-addresses', '*/5 * * * *', () => addAddressedAccounts(context));
  await jobs.schedule('package-rules', '11 2 * * *', () => applyAllRules(context));
  await jobs.schedule('bounces', '*/5 * * * *', () => checkMailbox(context, readReturnedMails));
  await jobs.schedule('mail-server', '*/5 * * * *', () => checkMailServer(context));
  // A wrong setting is seen right after the start.
  await jobs.send(context.db, 'mail-server', {});
  await jobs.schedule('release-mails', '* * * * *', () => sendReleaseMails(context));
  return async () => {
    await jobs.close();
    mailer.close();
  };
}
