import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Delivery } from '@promenade/contract/delivery';
import * as z from 'zod/mini';
import { SIDECAR_BYTES_MAX } from './limits.ts';
import { DeliveryRefused } from './refused.ts';

/**
 * Reads `release.json`. What it says about the audience must never be lost, so a broken one refuses the whole release.
 * @throws DeliveryRefused naming the place of the first mistake
 */
export async function readSidecar(root: string, path: string): Promise<Delivery> {
  const { size } = await stat(join(root, path));
  if (size > SIDECAR_BYTES_MAX) throw new DeliveryRefused(`It is larger than ${SIDECAR_BYTES_MAX / 1024} KiB.`);
  const text = (await readFile(join(root, path), 'utf8')).replace(/^\uFEFF/, '');
  const checked = Delivery.safeParse(parsed(text), { error: z.locales.en().localeError });
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const place = issue?.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('') ?? '';
  throw new DeliveryRefused(`${place.replace(/^\./, '') || 'The document'}: ${issue?.message ?? 'not as described'}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DeliveryRefused(`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
