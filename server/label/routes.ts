import * as mail from '@promenade/contract/announcements';
import * as audience from '@promenade/contract/audience';
import * as label from '@promenade/contract/label';
import * as files from '@promenade/contract/labelFiles';
import * as settings from '@promenade/contract/labelSettings';
import * as history from '@promenade/contract/releaseHistory';
import * as uploads from '@promenade/contract/uploads';
import type { FastifyInstance } from 'fastify';
import { listStaffLabels } from '../access/staffQueries.ts';
import { listAudience, listGrantedPackages, listLabelPeople } from '../catalogue/audienceQueries.ts';
import { getReleaseDetail } from '../catalogue/detail.ts';
import { findVocabulary } from '../catalogue/names/nameQueries.ts';
import { countRecipients } from '../catalogue/recipientQueries.ts';
import {
  requireEditedRelease,
  requireStaffLabel,
  requireStaffRelease,
  requireStaffReleases,
} from '../catalogue/staffReleases.ts';
import type { AppContext } from '../platform/context.ts';
import { readApart } from '../platform/database/db.ts';
import { splitSearch } from '../platform/database/searchWords.ts';
import { getClientSignal } from '../platform/http/clientSignal.ts';
import { consumeRateLimits } from '../platform/http/rateLimit.ts';
import { serve } from '../platform/http/serve.ts';
import { cancelMail, changeMail, sendTestMail } from './announce.ts';
import { setAudience } from './audience.ts';
import { restoreFiles, setAttachments, setCover } from './files.ts';
import { readHistory, undoChange } from './history.ts';
import { changeLabelSettings, readLabelSettings } from './labelSettings.ts';
import { deleteDraft } from './releaseState.ts';
import { createReleasesTable } from './releasesTable.ts';
import {
  announceFiles,
  discardDelivery,
  readDeliveries,
  readDelivery,
  replaceRecording,
  startCheck,
  startDelivery,
  startImport,
} from './staffDeliveries.ts';
import { changeDocument, publish, readStaffDocument, setState } from './staffDocument.ts';
import { copyTemplate } from './template.ts';
import { uploadRoutes } from './uploadRoutes.ts';

/** Calls of the search for people a minute, and people of one answer (requirements decision 35). */
const PEOPLE_CALLS = 60;
const PEOPLE_MAX = 20;
const NAMES_MAX = 20;

export function labelRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context;
  serve(app, label.staffLabels, ({ caller, query, read }) => read((db) => listStaffLabels(db, caller, query)));
  const listReleases = createReleasesTable(context);
  serve(app, label.staffReleases, ({ caller, query, read }) => listReleases(read, caller, query));
  serve(app, label.countRecipients, async ({ caller, body, read }) => {
    const ids = await requireStaffReleases(db, caller, body.releaseids);
    return read((db) => readApart(db, (db) => countRecipients(db, ids)));
  });
  serve(app, label.staffRelease, ({ caller, params }) => readStaffDocument(context, caller, params.releaseid));
  serve(app, label.changeRelease, ({ caller, params, query: { confirmed }, body, request }) =>
    changeDocument(context, caller, params.releaseid, body, request.headers['if-match'], { confirmed }),
  );
  serve(app, files.setCover, ({ caller, params, body, request, reply }) =>
    setCover(context, caller, params.releaseid, body.uploadid, request.headers['if-match'], getClientSignal(reply)),
  );
  serve(app, files.restoreCover, ({ caller, params, request }) =>
    restoreFiles(context, caller, params.releaseid, 'cover', request.headers['if-match']),
  );
  serve(app, files.setAttachments, ({ caller, params, body, request, reply }) =>
    setAttachments(
      context,
      caller,
      params.releaseid,
      body.attachments,
      request.headers['if-match'],
      getClientSignal(reply),
    ),
  );
  serve(app, files.restoreAttachments, ({ caller, params, request }) =>
    restoreFiles(context, caller, params.releaseid, 'attachments', request.headers['if-match']),
  );
  serve(app, uploads.replaceRecording, ({ caller, params, body, db }) =>
    replaceRecording({ ...context, db }, caller, params, body.uploadid),
  );
  serve(app, history.releaseHistory, async ({ caller, params: { releaseid }, query }) => {
    await requireStaffRelease(db, { caller, releaseid, now: now() });
    return readHistory(context, releaseid, query);
  });
  serve(app, audience.setAudience, ({ caller, params, body, request }) =>
    setAudience(context, caller, params.releaseid, body, request.headers['if-match']),
  );
  serve(app, label.publishDraft, ({ caller, params, body, request, db }) =>
    publish({ ...context, db }, caller, params.releaseid, body, request.headers['if-match']),
  );
  serve(app, mail.cancelMail, async ({ caller, params: { releaseid } }) => {
    await cancelMail(context, caller, releaseid);
    return readStaffDocument(context, caller, releaseid);
  });
  serve(app, mail.changeMail, async ({ caller, params: { releaseid }, body }) => {
    await changeMail(context, caller, releaseid, body);
    return readStaffDocument(context, caller, releaseid);
  });
  serve(app, mail.sendTestMail, async ({ caller, params, body, db }) => {
    await sendTestMail({ ...context, db }, caller, params.releaseid, body);
    return undefined;
  });
  serve(app, label.withdrawStaffRelease, ({ caller, params, query }) =>
    setState(context, caller, params.releaseid, 'withdrawn', query.confirmed),
  );
  serve(app, label.restoreStaffRelease, ({ caller, params, query }) =>
    setState(context, caller, params.releaseid, 'available', query.confirmed),
  );
  serve(app, label.deleteDraft, async ({ caller, params: { releaseid } }) => {
    await deleteDraft(context, await requireEditedRelease(db, { caller, releaseid, now: now() }), caller.playerid);
    return undefined;
  });
  serve(app, label.previewRelease, async ({ caller, params: { releaseid } }) => {
    await requireStaffRelease(db, { caller, releaseid, now: now() });
    return getReleaseDetail(db, { ...caller, releaseid, isPreview: true }, now());
  });
  serve(app, audience.audiencePeople, async ({ caller, params: { releaseid }, query }) => {
    const { id } = await requireStaffRelease(db, { caller, releaseid, now: now() });
    return listAudience(db, id, query);
  });
  serve(app, audience.copyTemplate, ({ caller, params, body, request }) =>
    copyTemplate(context, caller, { ...params, ...body }, request.headers['if-match']),
  );
  serve(app, label.labelPackages, async ({ caller, params, query }) => {
    const { id } = await requireStaffLabel(db, caller, params.labelid);
    return listGrantedPackages(db, id, query);
  });
  serve(app, settings.labelVocabulary, async ({ caller, query: { labelid, kind, filter } }) => {
    await requireStaffLabel(db, caller, labelid);
    return { items: await findVocabulary(db, kind, filter, NAMES_MAX) };
  });
  serve(app, label.labelPeople, async ({ caller, query: { labelid, filter } }) => {
    const { id } = await requireStaffLabel(db, caller, labelid);
    const limit = { action: 'label-people', subject: caller.playerid, max: PEOPLE_CALLS, windowSeconds: 60 };
    await consumeRateLimits(db, [limit], now());
    return { items: await listLabelPeople(db, id, splitSearch(filter), PEOPLE_MAX) };
  });
  serve(app, settings.labelSettings, ({ caller, params }) => readLabelSettings(context, caller, params.labelid));
  serve(app, settings.changeLabelSettings, ({ caller, params, body, reply }) =>
    changeLabelSettings(context, caller, params.labelid, body, getClientSignal(reply)),
  );
  serve(app, history.undoChange, ({ caller, params: { releaseid, changeid }, query }) =>
    undoChange(context, caller, releaseid, changeid, query.confirmed),
  );
  serve(app, uploads.startDelivery, ({ caller, body, db }) => startDelivery({ ...context, db }, caller, body));
  serve(app, uploads.labelDeliveries, ({ caller, query }) => readDeliveries(context, caller, query));
  serve(app, uploads.labelDelivery, ({ caller, params }) => readDelivery(context, caller, params.deliveryid));
  serve(app, uploads.announceFiles, ({ caller, params, body }) =>
    announceFiles(context, caller, params.deliveryid, body.files),
  );
  serve(app, uploads.discardDelivery, ({ caller, params }) => discardDelivery(context, caller, params.deliveryid));
  serve(app, uploads.checkDelivery, ({ caller, params, db }) =>
    startCheck({ ...context, db }, caller, params.deliveryid),
  );
  serve(app, uploads.importDelivery, ({ caller, params, body, db }) =>
    startImport({ ...context, db }, caller, params.deliveryid, body),
  );
  uploadRoutes(app, context);
}
