import { sql } from 'kysely';

/** The name of a zone that PostgreSQL knows, too; else UTC. */
export const knownZone = (zone: string) =>
  sql`(case when pg_input_is_valid('2000-01-01 00:00 ' || ${zone}::text, 'timestamptz') then ${zone}::text else 'UTC' end)`;

/** The day of an instant in a zone. */
export const dayIn = (zone: string, at: ReturnType<typeof sql>) => sql`(${at} at time zone ${knownZone(zone)})::date`;

/** The instant at which a day (`2026-11-28`) begins in a zone, or the one after it. */
export const startOfDay = (zone: string, day: string, later: 0 | 1 = 0) =>
  sql<Date>`((${new Date(day)}::timestamptz at time zone 'UTC' + ${later}::int * interval '1 day') at time zone ${knownZone(zone)})`;
