import type { Delivery } from '@promenade/contract/delivery';
import type { ReleaseDraft } from '../catalogue/releaseDraft.ts';
import { chooseCover, type StoredCover, storeCover, storePicture } from './cover.ts';
import type { DescribedRelease } from './described.ts';
import type { Attempt } from './extras.ts';
import type { Importing } from './importing.ts';
import { drawInitials } from './initials.ts';
import { PICTURE_BYTES_MAX } from './limits.ts';
import { readOwn } from './ownFile.ts';
import type { DeliveredFolder } from './scan.ts';

interface Pictured {
  folder: DeliveredFolder;
  sidecar: Delivery;
  release: DescribedRelease;
  /** The front that the audio files carry. */
  embedded: Uint8Array | null;
  attempt: Attempt;
}

/** Cover of the release: the file the sidecar names, a file called so, the embedded one, else its initials. */
export async function storeReleaseCover(
  { storage }: Importing,
  { folder, sidecar, release, embedded, attempt }: Pictured,
): Promise<StoredCover> {
  const file = sidecar.cover ?? chooseCover(folder.images);
  const fromFile =
    file && (await attempt(file, async () => storeCover(storage, await readOwn(folder.root, file, PICTURE_BYTES_MAX))));
  if (fromFile) return fromFile;
  const [first] = folder.media;
  const fromTag =
    embedded &&
    (await attempt(`${first?.path ?? ''} (embedded picture)`, () => storeCover(storage, Buffer.from(embedded))));
  return fromTag ?? (await storeCover(storage, drawInitials(release.title)));
}

/** The label with its logo, or with its initials where it has none. */
export async function storeLabel(
  { storage }: Importing,
  { folder, release, attempt }: Pictured,
): Promise<ReleaseDraft['labels']> {
  const { label } = release;
  if (!label) return [];
  const { name, logo, contact } = label;
  const own =
    logo === null
      ? undefined
      : await attempt(logo, async () =>
          storePicture(storage, 'logos', await readOwn(folder.root, logo, PICTURE_BYTES_MAX)),
        );
  const logo_hash = own ?? (await storePicture(storage, 'logos', drawInitials(name)));
  return [{ name, contact, logo_hash, drawn: own === undefined }];
}

/** A drawn picture for each artist, by name; those that have one keep it. */
export async function drawArtists({ storage }: Importing, names: readonly string[]): Promise<Record<string, string>> {
  const drawn: Record<string, string> = {};
  for (const name of names) drawn[name] = await storePicture(storage, 'artists', drawInitials(name));
  return drawn;
}
