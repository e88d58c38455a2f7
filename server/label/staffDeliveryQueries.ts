import type { DeliveryFile, LabelDelivery } from '@promenade/contract/uploads';
import { sql } from 'kysely';
import { isLabelOf, roleOf, type StaffMember } from '../access/staffQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { type Page, type PageOf, readPage } from '../platform/database/page.ts';

export interface DeliveryRow extends Omit<LabelDelivery, 'updated' | 'discardedat' | 'isrepeated' | 'isuploading'> {
  role: 'editor' | 'viewer' | 'operator';
  updated_at: Date;
  /** When a client announced files or sent a part. */
  sent_at: Date | null;
  /** How often the check or import was begun. */
  runs: number;
}

const file = sql`json_build_object('uploadid', f.uploadid, 'path', f.path, 'bytes', f.bytes, 'received', f.received,
  'state', f.state, 'problem', f.problem)`;

const columns = (caller: StaffMember) => sql`
  d.deliveryid, l.labelid, l.name as label, r.releaseid, d.trackid, d.fewer, d.state, d.name, d.problems, d.is_check as ischeck,
  d.checked as "check", d.progress, d.updated_at, d.sent_at, d.runs,
  ${roleOf(caller)} as role,
  case when t.id is not null then json_build_object('releaseid', t.releaseid, 'title', t.title) end as twin,
  (select coalesce(json_agg(${file} order by f.folded_path), '[]') from delivery_files f where f.delivery_id = d.id) as files`;

const tables = sql`deliveries d join labels l on l.id = d.label_id
  left join releases r on r.id = d.release_id left join releases t on t.id = d.twin_id`;

/** Undefined when the caller does not work for its label. */
export async function findStaffDelivery(
  db: Db,
  caller: StaffMember,
  deliveryid: string,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns(caller)} from ${tables}
    where d.deliveryid = ${deliveryid} and ${isLabelOf(caller)}`.execute(db);
  return rows[0];
}

/** Those that are open first, then the newest; one page. */
export async function listStaffDeliveries(
  db: Db,
  caller: StaffMember,
  { labelid, ...page }: Page & { labelid?: string | undefined },
): Promise<PageOf<DeliveryRow>> {
  return readPage(
    db,
    page,
    (limit) => sql`
    select ${columns(caller)}, count(*) over ()::int as total from ${tables}
    where d.purpose = 'release' and ${isLabelOf(caller)} ${labelid === undefined ? sql`` : sql`and l.labelid = ${labelid}`}
    order by d.state in ('uploading', 'importing', 'refused') desc, d.updated_at desc, d.id desc ${limit}`,
  );
}

export type StaffUpload = Pick<DeliveryRow, 'state' | 'role'> & Pick<DeliveryFile, 'bytes' | 'received'>;

/** The delivery of an upload; undefined when the caller does not work for its label. */
export async function findStaffUpload(db: Db, caller: StaffMember, uploadid: string): Promise<StaffUpload | undefined> {
  const { rows } = await sql<StaffUpload>`
    select d.state, ${roleOf(caller)} as role, f.bytes, f.received
    from delivery_files f join deliveries d on d.id = f.delivery_id join labels l on l.id = d.label_id
    where f.uploadid = ${uploadid} and ${isLabelOf(caller)}`.execute(db);
  return rows[0];
}
