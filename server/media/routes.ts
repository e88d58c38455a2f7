import * as downloads from '@promenade/contract/downloads';
import * as media from '@promenade/contract/media';
import { playlistReport } from '@promenade/contract/playlists';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { mediaToken, sendWaveform, stream } from './audio.ts';
import { sendDownload } from './download.ts';
import { sendAttachment, sendPromoPicture } from './files.ts';
import { sendReport } from './report.ts';
import { sendPlaylistReport } from './reportPlaylist.ts';
import { openPress } from './reportPress.ts';
import { sendZip, zipLink, zipStatus } from './zips.ts';

/** Tokens, streams, downloads, waveforms, attachments, pictures of promotional texts and reports. */
export function mediaRoutes(app: FastifyInstance, context: AppContext): void {
  const { now } = context;
  const press = openPress();
  serve(app, media.audioToken, ({ caller, params }) =>
    mediaToken(context, caller, { kind: 'audio', trackid: params.id }, now()),
  );
  serve(app, media.audioStream, (asked) => stream(context, asked, 'audio', now()));
  serve(app, media.videoToken, ({ caller, params }) =>
    mediaToken(context, caller, { kind: 'video', trackid: params.id }, now()),
  );
  serve(app, media.videoStream, (asked) => stream(context, asked, 'video', now()));
  serve(app, downloads.audioDownload, (asked) => sendDownload(context, asked, 'audio'));
  serve(app, downloads.videoDownload, (asked) => sendDownload(context, asked, 'video'));
  serve(app, media.waveform, (asked) => sendWaveform(context, asked, now()));
  serve(app, media.attachment, (asked) => sendAttachment(context, asked, now()));
  serve(app, media.promoPicture, (asked) => sendPromoPicture(context, asked, now()));
  serve(app, media.report, (asked) => sendReport({ ...context, press }, asked, now()));
  serve(app, playlistReport, (asked) => sendPlaylistReport({ ...context, press }, asked, now()));
  const zips = { ...context, newest: new Map() };
  serve(app, downloads.releaseZipLink, ({ caller, params, query }) =>
    zipLink(zips, { caller, bundle: { releaseid: params.id }, ...query }),
  );
  serve(app, downloads.releaseZipStatus, ({ caller, params, query }) =>
    zipStatus(zips, { caller, bundle: { releaseid: params.id }, ...query }),
  );
  serve(app, downloads.releaseZip, (asked) =>
    sendZip(zips, asked, { bundle: { releaseid: asked.params.id }, ...asked.query }),
  );
  serve(app, downloads.playlistZipLink, ({ caller, params, query }) =>
    zipLink(zips, { caller, bundle: { playlistid: params.id }, ...query }),
  );
  serve(app, downloads.playlistZipStatus, ({ caller, params, query }) =>
    zipStatus(zips, { caller, bundle: { playlistid: params.id }, ...query }),
  );
  serve(app, downloads.playlistZip, (asked) =>
    sendZip(zips, asked, { bundle: { playlistid: asked.params.id }, ...asked.query }),
  );
}
