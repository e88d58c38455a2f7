import type { ReleaseDetail } from '@promenade/contract/catalogue';
import { type SheetFormat, sheet } from '@promenade/contract/media';
import { type MutationState, useMutation, useMutationState } from '@tanstack/react-query';
import { fetchFile } from '../platform/files.ts';
import { buildUrl } from '../platform/request.ts';
import { saveFile } from '../platform/saveFile.ts';

export type Attachment = ReleaseDetail['attachments'][number];

/** Attachments are fetched one at a time; `waiting` for the previous one (requirement C-DETAIL-22). */
export type SaveState = 'idle' | 'waiting' | 'busy' | 'saved' | 'failed';

/** Downloads an attachment and saves it; continues when the component unmounts. */
export function useSaveAttachment({ url, title }: Attachment): { state: SaveState; save: () => void } {
  const mutationKey = ['attachment', url];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'attachments' },
    networkMode: 'always',
    mutationFn: () => fetchFile(url),
    onSuccess: ({ bytes, name }) => saveFile(bytes, name ?? title),
  });
  const states = useMutationState({
    filters: { mutationKey, exact: true },
    select: (mutation) => getSaveState(mutation.state),
  });
  const state = states.at(-1) ?? 'idle';
  const isPending = state === 'waiting' || state === 'busy';
  return { state, save: () => !isPending && mutate() };
}

/** URL of the sheet of a release; authorised by the session cookie. */
export const getSheetUrl = (releaseid: string, format: SheetFormat): string =>
  buildUrl(sheet, { params: { releaseid, format } });

function getSaveState({ status, isPaused }: Pick<MutationState, 'status' | 'isPaused'>): SaveState {
  if (status === 'pending') return isPaused ? 'waiting' : 'busy';
  return status === 'success' ? 'saved' : status === 'error' ? 'failed' : 'idle';
}
