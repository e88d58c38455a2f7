import { REPORTS_PER_HOUR } from '@promenade/contract/limits';
import { requireRelease } from '../catalogue/requireRelease.ts';
import type { AppContext } from '../platform/context.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileAsked } from '../platform/http/sendFile.ts';
import { savedAs } from '../platform/storage/fileName.ts';
import { csvOf } from './reportCsv.ts';
import { coverFor, logoFor, type ReportPicture } from './reportPictures.ts';
import type { Press } from './reportPress.ts';
import { findReader, findReported, type ReportedRelease } from './reportQueries.ts';

type Here = Pick<AppContext, 'db' | 'storage'> & { press: Press };
type Asked = FileAsked<{ releaseid: string; format: 'pdf' | 'csv' }>;

/**
 * What is known of a release: the sheet opens in the window that asked for it, the table is saved. Both are whole
 * before the first byte leaves.
 * @throws TOO_MANY_REQUESTS, and what the release refuses
 */
export async function sendReport(here: Here, { caller, params, reply }: Asked, now: Date): Promise<void> {
  const { db, press } = here;
  const { releaseid, format } = params;
  const release_id = await requireRelease(db, { audience: caller.audience, releaseid }, now);
  await spend(db, [perHour('report', String(caller.accountid), REPORTS_PER_HOUR)], now);
  const release = await findReported(db, release_id);
  if (!release) throw new Refusal('RELEASE_NOT_FOUND');
  const name = savedAs(`${release.artist} - ${release.title}.${format}`);
  reply.header('cache-control', 'private, no-store');
  if (format === 'csv') {
    reply.type('text/csv; charset=utf-8').header('content-disposition', name).send(csvOf(release));
    return;
  }
  const reader = { name: await findReader(db, caller.accountid), email: caller.username };
  const pdf = await press.set({ release, reader, at: now, ...(await picturesOf(here, release)) });
  reply.type('application/pdf').header('content-disposition', name.replace('attachment', 'inline')).send(pdf);
}

async function picturesOf({ storage }: Pick<Here, 'storage'>, { cover_hash, labels }: ReportedRelease) {
  const cover = cover_hash === null ? undefined : await coverFor(storage, cover_hash);
  const logos: Record<string, ReportPicture> = {};
  for (const { name, logo_hash } of labels) {
    const logo = logo_hash === null ? undefined : await logoFor(storage, logo_hash);
    if (logo) logos[name] = logo;
  }
  return { cover, logos };
}
