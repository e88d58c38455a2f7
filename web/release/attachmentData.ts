import type { ReleaseDetail } from '@promenade/contract/catalogue';
import { report } from '@promenade/contract/media';
import { type MutationState, useMutation, useMutationState } from '@tanstack/react-query';
import { address, fetchFile } from '../platform/api.ts';
import { saveFile } from '../platform/saveFile.ts';

/** A file that came with a release. */
export type Attachment = ReleaseDetail['attachments'][number];

/** `waiting` is for others to finish: they are fetched one by one (C-DETAIL-22). */
export type Saving = 'idle' | 'waiting' | 'busy' | 'saved' | 'failed';

/** Fetches an attachment and hands it to the person; goes on when its view is gone. */
export function useSaveAttachment({ url, title }: Attachment): { saving: Saving; save: () => void } {
  const mutationKey = ['attachment', url];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'attachments' },
    networkMode: 'always',
    mutationFn: () => fetchFile(url),
    onSuccess: ({ bytes, name }) => saveFile(bytes, name ?? title),
  });
  const states = useMutationState({ filters: { mutationKey, exact: true }, select: ({ state }) => savingOf(state) });
  const saving = states.at(-1) ?? 'idle';
  const isUnderWay = saving === 'waiting' || saving === 'busy';
  return { saving, save: () => !isUnderWay && mutate() };
}

/** Where a release can be read as a sheet or a table; the session's cookie opens it. */
export const reportAddress = (releaseid: string, format: 'pdf' | 'csv'): string =>
  address(report, { params: { releaseid, format } });

function savingOf({ status, isPaused }: Pick<MutationState, 'status' | 'isPaused'>): Saving {
  if (status === 'pending') return isPaused ? 'waiting' : 'busy';
  return status === 'success' ? 'saved' : status === 'error' ? 'failed' : 'idle';
}
