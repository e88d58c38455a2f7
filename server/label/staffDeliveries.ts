import { CHECKS_PER_HOUR } from '@promenade/contract/limits';
import type { RouteInput } from '@promenade/contract/route';
import type {
  announceFiles as AnnounceFiles,
  importDelivery as ImportDelivery,
  LabelDelivery,
  startDelivery as StartDelivery,
} from '@promenade/contract/uploads';
import * as z from 'zod/mini';
import type { StaffMember } from '../access/staffQueries.ts';
import { listTracks } from '../catalogue/publishTrackQueries.ts';
import { requireEditedRelease, requireStaffLabel } from '../catalogue/staffReleases.ts';
import {
  announceFiles as announce,
  createDelivery,
  discard,
  isOpen,
  queueCheck,
  queueImport,
  queueRecording,
} from '../ingest/uploads/deliveries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { mapPage, type Page, type PageOf } from '../platform/database/page.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { DAY_MS } from '../platform/process/days.ts';
import {
  type DeliveryRow,
  findStaffDelivery,
  findStaffUpload,
  listStaffDeliveries,
  type StaffUpload,
} from './staffDeliveryQueries.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'config' | 'now' | 'jobs'>;

/** A part arrives, or is cut, within the minute that a request has; then a client tries again. */
const SENDING_MS = 90_000;

/** Ids of uploads come in headers and paths that no schema has read; PostgreSQL fails on what is no UUID. */
const isId = (text: string) => z.uuid().safeParse(text).success;

async function requireDelivery(db: Db, caller: StaffMember, deliveryid: string): Promise<DeliveryRow> {
  const delivery = isId(deliveryid) ? await findStaffDelivery(db, caller, deliveryid) : undefined;
  if (!delivery) throw new Refusal('DELIVERY_NOT_FOUND');
  return delivery;
}

export async function requireEditedDelivery(db: Db, caller: StaffMember, deliveryid: string): Promise<void> {
  const delivery = await requireDelivery(db, caller, deliveryid);
  if (delivery.role === 'viewer') throw new Refusal('EDITORS_ONLY');
  if (!isOpen(delivery)) throw new Refusal('DELIVERY_CLOSED');
}

export async function requireEditedUpload(db: Db, caller: StaffMember, uploadid: string): Promise<StaffUpload> {
  const upload = isId(uploadid) ? await findStaffUpload(db, caller, uploadid) : undefined;
  if (!upload) throw new Refusal('NOT_FOUND');
  if (upload.role === 'viewer') throw new Refusal('EDITORS_ONLY');
  return upload;
}

export async function readDelivery(context: Context, caller: StaffMember, deliveryid: string): Promise<LabelDelivery> {
  return describe(context, await requireDelivery(context.db, caller, deliveryid));
}

export async function readDeliveries(
  context: Context,
  caller: StaffMember,
  query: Page & { labelid?: string | undefined },
): Promise<PageOf<LabelDelivery>> {
  return mapPage(await listStaffDeliveries(context.db, caller, query), (row) => describe(context, row));
}

function describe(
  { config, now }: Context,
  { role: _role, updated_at, sent_at, runs, ...row }: DeliveryRow,
): LabelDelivery {
  const discarded = new Date(updated_at.getTime() + config.deliveries.days * DAY_MS);
  const isSending = sent_at !== null && now().getTime() - sent_at.getTime() < SENDING_MS;
  return {
    ...row,
    isrepeated: runs > 1,
    isuploading: isSending && isOpen(row) && row.files.some(({ state }) => state === 'uploading'),
    updated: updated_at.toISOString(),
    discardedat: isOpen(row) ? discarded.toISOString() : null,
  };
}

export async function startDelivery(
  context: Context,
  caller: StaffMember,
  { labelid, releaseid, name, purpose }: RouteInput<typeof StartDelivery>['body'],
): Promise<LabelDelivery> {
  const { db, now } = context;
  const label = await requireStaffLabel(db, caller, labelid);
  if (label.role === 'viewer') throw new Refusal('EDITORS_ONLY');
  const release =
    releaseid === undefined ? undefined : await requireEditedRelease(db, { caller, releaseid, now: now() });
  if (release && release.labelid !== labelid) throw new Refusal('RELEASE_NOT_FOUND');
  const row = { label_id: label.id, account_id: caller.accountid, release_id: release?.id ?? null, name, purpose };
  return readDelivery(context, caller, await createDelivery(context, row));
}

export async function announceFiles(
  context: Context,
  caller: StaffMember,
  deliveryid: string,
  files: RouteInput<typeof AnnounceFiles>['body']['files'],
): Promise<LabelDelivery> {
  await requireEditedDelivery(context.db, caller, deliveryid);
  await announce(context, deliveryid, files);
  return readDelivery(context, caller, deliveryid);
}

export async function discardDelivery(context: Context, caller: StaffMember, deliveryid: string): Promise<undefined> {
  await requireEditedDelivery(context.db, caller, deliveryid);
  await discard(context, deliveryid);
}

export async function startImport(
  context: Context,
  caller: StaffMember & { playerid: string },
  deliveryid: string,
  choices: RouteInput<typeof ImportDelivery>['body'],
): Promise<LabelDelivery> {
  await requireEditedDelivery(context.db, caller, deliveryid);
  await queueImport(context, deliveryid, { twins: choices.twins, fewer: choices.fewer, actor: caller.playerid });
  return readDelivery(context, caller, deliveryid);
}

export async function replaceRecording(
  context: Context,
  caller: StaffMember & { playerid: string },
  { releaseid, trackid }: { releaseid: string; trackid: string },
  uploadid: string,
): Promise<LabelDelivery> {
  const { db, now } = context;
  const { id, labelId } = await requireEditedRelease(db, { caller, releaseid, now: now() });
  const tracks = await listTracks(db, id);
  if (!tracks.some((track) => track.trackid === trackid && !track.isRemoved)) throw new Refusal('TRACK_NOT_FOUND');
  if (labelId === null) throw new Refusal('UPLOAD_NOT_FOUND');
  const row = { label_id: labelId, account_id: caller.accountid, release_id: id, trackid, uploadid };
  return readDelivery(context, caller, await queueRecording(context, { ...row, actor: caller.playerid }));
}

export async function startCheck(
  context: Context,
  caller: StaffMember & { playerid: string },
  deliveryid: string,
): Promise<LabelDelivery> {
  const { db, now } = context;
  await requireEditedDelivery(db, caller, deliveryid);
  await consumeRateLimits(db, [perHour('delivery-check', String(caller.accountid), CHECKS_PER_HOUR)], now());
  await queueCheck(context, deliveryid, caller.playerid);
  return readDelivery(context, caller, deliveryid);
}
