import { open } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { ATTACHMENT_BYTES_MAX, PICTURE_BYTES_MAX } from '../../catalogue/document/deliveryRules.ts';
import type { ReleaseDraft } from '../../catalogue/document/releaseDraft.ts';
import { sanitizeFileName } from '../../platform/storage/fileName.ts';
import { readAt } from '../../platform/storage/readAt.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { endingOf } from '../folders/fileKinds.ts';
import { compareNames } from '../folders/folderTree.ts';
import { listPersonalData, readZippedXml } from '../pictures/personalData.ts';
import { resolveDeliveryFile } from '../read/deliveryFiles.ts';
import { hashFile, storeDeliveredFile } from '../workspace/storeFile.ts';
import { findUserData } from '../workspace/videoUserData.ts';
import type { DecidedImport } from './decideImport.ts';

export const PICTURE_TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
};
const MEDIA_TYPES: Record<string, string> = {
  ...PICTURE_TYPES,
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.zip': 'application/zip',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.rtf': 'application/rtf',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.mid': 'audio/midi',
};

/** Stores the files of the sidecar's list, then the others, by name. */
export async function storeAttachments(decided: DecidedImport): Promise<ReleaseDraft['attachments']> {
  const { run, folder, sidecar, sorted, attempt } = decided;
  const attachments: ReleaseDraft['attachments'] = [];
  const unlisted = sorted.attachments.toSorted(compareNames).map((path) => ({ file: path, title: undefined }));
  for (const { file, title } of [...(sidecar.attachments ?? []), ...unlisted]) {
    const attachment = await attempt(file, async () => {
      const { absolutePath } = await resolveDeliveryFile(folder.root, file, ATTACHMENT_BYTES_MAX);
      const { warning, ...stored } = await storeAttachment(run.storage, absolutePath);
      if (warning) run.warn(join(folder.root, file), warning);
      return { ...stored, title: title ?? stored.title };
    });
    if (attachment) attachments.push(attachment);
  }
  return attachments;
}

/** Its file name is its title. `warning`: a sentence about what is in it. */
export async function storeAttachment(
  storage: Storage,
  path: string,
): Promise<ReleaseDraft['attachments'][number] & { warning: string | undefined }> {
  const filename = sanitizeFileName(basename(path));
  const hash = await hashFile(path);
  const type = MEDIA_TYPES[endingOf(filename)] ?? 'application/octet-stream';
  const stored = await storeDeliveredFile(storage, path, hash, `files/${hash}/${filename}`, type);
  const personal = await readPersonalData(path);
  const warning =
    personal.length > 0 ? `It goes out as delivered, with personal data in it: ${personal.join(', ')}.` : undefined;
  return { ...stored, filename, title: basename(filename, extname(filename)), warning };
}

async function readPersonalData(path: string): Promise<string[]> {
  if (/\.(mp4|m4v|mov|webm)$/i.test(path))
    return (await findUserData(path)).length > 0 ? ['user data of a video, such as position and author'] : [];
  const file = await open(path, 'r');
  try {
    const bytes = await readAt(file, 0, PICTURE_BYTES_MAX);
    const isZip = bytes.toString('latin1', 0, 2) === 'PK' && bytes.length < PICTURE_BYTES_MAX;
    return listPersonalData(bytes, isZip ? await readZippedXml(file) : []);
  } finally {
    await file.close();
  }
}
