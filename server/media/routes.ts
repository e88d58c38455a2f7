import * as media from '@promenade/contract/media';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/serve.ts';
import type { World } from '../platform/world.ts';
import { sendAttachment } from './attachments.ts';
import { audioToken, sendWaveform, stream } from './audio.ts';
import { sendPromoPicture } from './promo.ts';

/** Tokens, streams, waveforms, attachments and pictures of promotional texts. */
export function mediaRoutes(app: FastifyInstance, world: World): void {
  const { now } = world;
  serve(app, media.audioToken, ({ caller, params }) => audioToken(world, caller, params.id, now()));
  serve(app, media.audioStream, (asked) => stream(world, asked, now()));
  serve(app, media.waveform, (asked) => sendWaveform(world, asked, now()));
  serve(app, media.attachment, (asked) => sendAttachment(world, asked, now()));
  serve(app, media.promoPicture, (asked) => sendPromoPicture(world, asked, now()));
}
