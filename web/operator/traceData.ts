import { TRACE_OVERLAP_BYTES, TRACE_PART_BYTES } from '@promenade/contract/limits';
import { traceFile } from '@promenade/contract/operatorCatalogue';
import type { RouteAnswer } from '@promenade/contract/route';
import { sendBytes } from '../platform/files.ts';
import { buildUrl } from '../platform/request.ts';

export type Traced = RouteAnswer<typeof traceFile>;

/** Sends a file part by part: an answer comes in time however large it is. @throws ApiError */
export async function trace(file: File): Promise<Traced> {
  const takings = new Map<string, Traced['takings'][number]>();
  let wrongsignature = false;
  for (let start = 0; start < file.size; start += TRACE_PART_BYTES - TRACE_OVERLAP_BYTES) {
    const bytes = await sendBytes(buildUrl(traceFile, {}), file.slice(start, start + TRACE_PART_BYTES));
    const part = bytes as Traced;
    for (const taking of part.takings) takings.set(taking.id, taking);
    // An id that ends in the next part is whole there.
    wrongsignature ||= part.wrongsignature;
  }
  return { takings: [...takings.values()], wrongsignature };
}
