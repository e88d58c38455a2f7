import {
  changeRelease,
  releaseHistory,
  type StaffDocument,
  type StaffPatch,
  staffRelease,
  undoChange,
} from '@promenade/contract/label';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/api.ts';

const documentKey = (releaseid: string) => ['label', 'release', releaseid, 'document'];
const historyKey = (releaseid: string) => ['label', 'release', releaseid, 'history'];

export const useStaffDocument = (releaseid: string) =>
  useQuery({
    queryKey: documentKey(releaseid),
    queryFn: ({ signal }) => call(staffRelease, { params: { releaseid } }, { signal }),
    refetchOnMount: 'always',
  });

/** The latest hundred changes. */
export const useHistory = (releaseid: string) =>
  useQuery({
    queryKey: historyKey(releaseid),
    queryFn: ({ signal }) => call(releaseHistory, { params: { releaseid }, query: { pagesize: 100 } }, { signal }),
    refetchOnMount: 'always',
  });

function showSaved(cache: QueryClient, releaseid: string, document: StaffDocument): void {
  cache.setQueryData(documentKey(releaseid), document);
  void cache.invalidateQueries({ queryKey: historyKey(releaseid) });
  void cache.invalidateQueries({ queryKey: ['label', 'releases'] });
}

/** Saves one field after another, each over the version that the one before made. */
export function useChangeRelease(releaseid: string) {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: `edit ${releaseid}` },
    mutationFn: (patch: StaffPatch) => {
      const version = cache.getQueryData<StaffDocument>(documentKey(releaseid))?.version ?? 0;
      return call(changeRelease, { params: { releaseid }, body: patch }, { headers: { 'if-match': `"${version}"` } });
    },
    onSuccess: (saved) => showSaved(cache, releaseid, saved),
    onError: () => cache.invalidateQueries({ queryKey: documentKey(releaseid) }),
  });
}

export function useUndoChange(releaseid: string) {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: `edit ${releaseid}` },
    mutationFn: (changeid: string) => call(undoChange, { params: { releaseid, changeid } }),
    onSuccess: (saved) => showSaved(cache, releaseid, saved),
  });
}
