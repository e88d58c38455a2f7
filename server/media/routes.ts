import * as media from '@promenade/contract/media';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/serve.ts';
import type { World } from '../platform/world.ts';
import { sendAttachment } from './attachments.ts';
import { audioToken, sendWaveform, stream } from './audio.ts';
import { sendPromoPicture } from './promo.ts';
import { sendReport } from './report.ts';
import { openPress } from './reportPress.ts';

/** Tokens, streams, waveforms, attachments, pictures of promotional texts and reports. */
export function mediaRoutes(app: FastifyInstance, world: World): void {
  const { now } = world;
  const press = openPress();
  serve(app, media.audioToken, ({ caller, params }) => audioToken(world, caller, params.id, now()));
  serve(app, media.audioStream, (asked) => stream(world, asked, now()));
  serve(app, media.waveform, (asked) => sendWaveform(world, asked, now()));
  serve(app, media.attachment, (asked) => sendAttachment(world, asked, now()));
  serve(app, media.promoPicture, (asked) => sendPromoPicture(world, asked, now()));
  serve(app, media.report, (asked) => sendReport({ ...world, press }, asked, now()));
}
