import type { AppContext } from '../../platform/context.ts';
import { requireRefusal } from '../../platform/http/refusal.ts';
import { alone, defineJob } from '../../platform/jobs/job.ts';
import { discard, failImport, PARTS_PREFIX } from './deliveries.ts';
import { listOpenUploads, listUntouched } from './deliveryQueries.ts';

const HOUR_MS = 3600_000;
/** A run of an import writes its progress; after this time all retries are over. */
const IMPORT_MS = 6 * HOUR_MS;
/** How long files wait for the edit that takes them; nobody sees them. */
const EDIT_HOURS = 24;
const PAGE_SIZE = 1_000;

/** Discards deliveries that nobody touched for long, gives imports up that died, and deletes parts that no open delivery has. */
export async function deleteOldDeliveries({
  db,
  storage,
  config,
  now,
}: Pick<AppContext, 'db' | 'storage' | 'config' | 'now'>): Promise<void> {
  const context = { db, storage, now };
  const before = new Date(now().getTime() - config.deliveries.days * 24 * HOUR_MS);
  const untouched = [
    ...(await listUntouched(db, 'release', ['uploading', 'refused'], before)),
    ...(await listUntouched(db, 'edit', ['uploading'], new Date(now().getTime() - EDIT_HOURS * HOUR_MS))),
  ];
  // Refused when somebody imported it meanwhile.
  for (const deliveryid of untouched) await discard(context, deliveryid).catch(requireRefusal);
  const died = new Date(now().getTime() - IMPORT_MS);
  for (const deliveryid of await listUntouched(db, 'release', ['importing'], died))
    await failImport(context, deliveryid);
  let keys: string[] = [];
  const deleteUnused = async () => {
    const open = new Set(await listOpenUploads(db, keys.map(uploadOf)));
    for (const key of keys) if (!open.has(uploadOf(key))) await storage.delete(key);
    keys = [];
  };
  for await (const key of storage.list(PARTS_PREFIX)) {
    keys.push(key);
    if (keys.length === PAGE_SIZE) await deleteUnused();
  }
  if (keys.length > 0) await deleteUnused();
}

const UUID_LENGTH = 36;
const uploadOf = (key: string) => key.slice(PARTS_PREFIX.length, PARTS_PREFIX.length + UUID_LENGTH);

export const deliveriesJob = defineJob('deliveries', deleteOldDeliveries, { schedule: '31 2 * * *', ...alone(240) });
