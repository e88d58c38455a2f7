import * as downloads from '@promenade/contract/downloads';
import * as media from '@promenade/contract/media';
import { playlistSheet } from '@promenade/contract/playlists';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { sendAttachment, sendPromoPicture } from './attachments.ts';
import { sendTrackDownload } from './download/downloadFile.ts';
import { createZipLink, getZipStatus, sendZip } from './download/zipDownload.ts';
import { createLedger } from './ledger.ts';
import { getNaming, upsertNaming } from './lists/namingQueries.ts';
import { sendList, sendPlaylistList } from './lists/sendList.ts';
import { getMarkers, setMarkers } from './markers.ts';
import { sendPlaylistSheet, sendReleaseSheet } from './sheet/sheet.ts';
import type { RenderSheet } from './sheet/sheetQueue.ts';
import { createMediaToken, sendStream, sendWaveform } from './stream.ts';

export async function mediaRoutes(app: FastifyInstance, appContext: AppContext, render: RenderSheet): Promise<void> {
  const ledger = await createLedger(appContext);
  app.addHook('onClose', () => ledger.close());
  const context = { ...appContext, ledger };
  const sheets = { ...context, render };
  serve(app, media.audioToken, ({ caller, params, query }) =>
    createMediaToken(context, caller, { kind: 'audio', ...params, ...query }),
  );
  serve(app, media.videoToken, ({ caller, params, query }) =>
    createMediaToken(context, caller, { kind: 'video', ...params, ...query }),
  );
  serve(app, media.trackMarkers, ({ read, ...request }) => read((db) => getMarkers(db, request, context.now())));
  serve(app, media.setTrackMarkers, (request) => setMarkers(context.db, request, context.now()));
  serve(app, media.audioStream, (request) => sendStream(context, request, 'audio'));
  serve(app, media.videoStream, (request) => sendStream(context, request, 'video'));
  serve(app, media.waveform, (request) => sendWaveform(context, request));
  serve(app, media.attachment, (request) => sendAttachment(context, request));
  serve(app, media.promoPicture, (request) => sendPromoPicture(context, request));
  serve(app, media.sheet, (request) => sendReleaseSheet(sheets, request));
  serve(app, downloads.naming, ({ caller, read }) => read((db) => getNaming(db, caller.accountid)));
  serve(app, downloads.saveNaming, ({ caller, body }) => upsertNaming(context.db, caller.accountid, body));
  serve(app, downloads.playlistList, (request) => sendPlaylistList(context, request));
  serve(app, downloads.selectionList, (request) =>
    sendList(context, request, { ...request.params, ...request.query, name: 'Selection', source: request.query }),
  );
  serve(app, playlistSheet, (request) => sendPlaylistSheet(sheets, request));
  serve(app, downloads.audioDownload, (request) => sendTrackDownload(context, request, 'audio'));
  serve(app, downloads.videoDownload, (request) => sendTrackDownload(context, request, 'video'));
  serve(app, downloads.releaseZipLink, ({ caller, params, query }) =>
    createZipLink(context, { caller, source: { releaseid: params.id }, ...query }),
  );
  serve(app, downloads.releaseZipStatus, ({ caller, params, query }) =>
    getZipStatus(context, { caller, source: { releaseid: params.id }, ...query }),
  );
  serve(app, downloads.releaseZip, (request) =>
    sendZip(context, request, { source: { releaseid: request.params.id }, ...request.query }),
  );
  serve(app, downloads.playlistZipLink, ({ caller, params, query }) =>
    createZipLink(context, { caller, source: { playlistid: params.id }, ...query }),
  );
  serve(app, downloads.playlistZipStatus, ({ caller, params, query }) =>
    getZipStatus(context, { caller, source: { playlistid: params.id }, ...query }),
  );
  serve(app, downloads.playlistZip, (request) =>
    sendZip(context, request, { source: { playlistid: request.params.id }, ...request.query }),
  );
  serve(app, downloads.pickupZipLink, ({ caller, params }) =>
    createZipLink(context, { caller, source: { pickupid: params.id } }),
  );
  serve(app, downloads.pickupZipStatus, ({ caller, params }) =>
    getZipStatus(context, { caller, source: { pickupid: params.id } }),
  );
  serve(app, downloads.pickupZip, (request) => sendZip(context, request, { source: { pickupid: request.params.id } }));
}
