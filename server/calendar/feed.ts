import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { checkConditions } from '../platform/http/conditions.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { DAY_MS } from '../platform/process/days.ts';
import { type CalendarDay, findFeedLabels, listDays, updateDays, upsertFeed } from './queries.ts';

// What calendar programs do with a feed decides its form. Some do not move an event whose SEQUENCE stays, some keep what is no
// longer there, some empty themselves at an empty feed or a page. So each event has the instant of its last change instead of
// that of the answer, what is gone is cancelled, and a feed is never empty.

export const FEEDS_PER_HOUR = 20;
/** Some programs drop events that take no time. */
const MEETING_MS = 30 * 60_000;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Makes the feed of an account; the address of the former one ends. */
export async function makeFeed(
  { db, now, address }: Pick<AppContext, 'db' | 'now' | 'address'>,
  { accountid }: { accountid: number },
): Promise<{ url: string }> {
  await consumeRateLimits(db, [perHour('calendar-feed', String(accountid), FEEDS_PER_HOUR)], now());
  const token = randomBytes(24).toString('base64url');
  await upsertFeed(db, accountid, hashToken(token), now());
  return { url: `${address.url}/api/label/calendar/${token}.ics` };
}

/** Sends the feed. @throws NOT_FOUND for a token that ended: a program keeps what it has then */
export async function sendFeed(
  { db, now, address }: Pick<AppContext, 'db' | 'now' | 'address'>,
  token: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const feed = await findFeedLabels(db, hashToken(token), now());
  if (!feed) throw new Refusal('NOT_FOUND');
  const days = await db.transaction().execute(async (db) => {
    await updateDays(db, feed.labelIds, now());
    return listDays(db, feed.labelIds, now());
  });
  const { hostname } = new URL(address.url);
  const text = formatCalendar(days, { host: hostname, url: address.url, since: feed.since });
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  const status = checkConditions(headers, etag);
  if (status) reply.code(status).send();
  else reply.type('text/calendar; charset=utf-8').send(text);
}

const SUMMARIES = { available: 'Out', impact: 'Impact', ends: 'Ends' };

interface FeedFacts {
  host: string;
  /** Of the service. */
  url: string;
  since: Date;
}

/** A calendar by RFC 5545. */
export function formatCalendar(days: CalendarDay[], { host, url, since }: FeedFacts): string {
  const events = days.flatMap((day) => [
    'BEGIN:VEVENT',
    `UID:${day.releaseid}-${day.kind}@${host}`,
    `DTSTAMP:${toUtc(day.changed_at)}`,
    `LAST-MODIFIED:${toUtc(day.changed_at)}`,
    `SEQUENCE:${day.sequence}`,
    ...(day.at
      ? [`DTSTART:${toUtc(day.at)}`, `DTEND:${toUtc(new Date(day.at.getTime() + MEETING_MS))}`]
      : wholeDay(day.day ?? '')),
    `SUMMARY:${escapeText(`${SUMMARIES[day.kind]}${day.draft ? ' (draft)' : ''}: ${day.artist} – ${day.title}`)}`,
    `STATUS:${day.cancelled_at ? 'CANCELLED' : day.draft ? 'TENTATIVE' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    `URL:${url}/label/releases/${day.releaseid}`,
    'END:VEVENT',
  ]);
  const nothing = [
    'BEGIN:VEVENT',
    `UID:nothing-planned@${host}`,
    `DTSTAMP:${toUtc(since)}`,
    `LAST-MODIFIED:${toUtc(since)}`,
    'SEQUENCE:0',
    ...wholeDay(since.toISOString().slice(0, 10)),
    'SUMMARY:Nothing planned',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Promenade//Releases//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Releases',
    'REFRESH-INTERVAL;VALUE=DURATION:PT30M',
    ...(events.length > 0 ? events : nothing),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** `20261130T081500Z` */
const toUtc = (instant: Date): string => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** A day ends with the next one. @param day `YYYY-MM-DD` */
function wholeDay(day: string): string[] {
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  return [`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${next.replaceAll('-', '')}`];
}

const escapeText = (text: string): string => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\p{Cc}+/gu, ' ');

const LINE_OCTETS = 75;

/** Lines have at most 75 octets, counted in UTF-8 (RFC 5545 §3.1). */
function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = '';
      // The blank that continues a line.
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
