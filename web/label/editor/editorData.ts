import { cancelMail, changeMail, sendTestMail } from '@promenade/contract/announcements';
import { audiencePeople, copyTemplate, setAudience } from '@promenade/contract/audience';
import {
  changeRelease,
  deleteDraft,
  labelPackages,
  labelPeople,
  previewRelease,
  publishDraft,
  type StaffDocument,
  type StaffPatch,
  staffRelease,
} from '@promenade/contract/label';
import { restoreAttachments, restoreCover, setAttachments, setCover } from '@promenade/contract/labelFiles';
import { PAGE_SIZE_MAX } from '@promenade/contract/limits';
import { releaseHistory, undoChange } from '@promenade/contract/releaseHistory';
import type { RouteRequest } from '@promenade/contract/route';
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../catalogue/cacheData.ts';
import { call } from '../../platform/api.ts';
import { documentKey, restore, withdraw } from '../data.ts';
import { type Confirmed, withConfirmation } from '../stateQuestion.ts';

const historyKey = (releaseid: string) => ['label', 'release', releaseid, 'history'];

/** The latest hundred changes. */
export const useHistory = (releaseid: string) =>
  useQuery({
    queryKey: historyKey(releaseid),
    queryFn: ({ signal }) => call(releaseHistory, { params: { releaseid }, query: { pagesize: 100 } }, { signal }),
    refetchOnMount: 'always',
  });

/** The release as its recipients get it; its page and the player find it in the cache. */
export function usePreview(releaseid: string) {
  const cache = useQueryClient();
  return useQuery({
    queryKey: ['label', 'release', releaseid, 'preview'],
    queryFn: async ({ signal }) => {
      const detail = await call(previewRelease, { params: { releaseid } }, { signal });
      cache.setQueryData(keys.release(releaseid), detail);
      return detail;
    },
    refetchOnMount: 'always',
  });
}

/** The packages that a label may deliver to, the first hundred by name. */
export const useLabelPackages = (labelid: string) =>
  useQuery({
    queryKey: ['label', 'packages', labelid],
    enabled: labelid !== '',
    queryFn: ({ signal }) =>
      call(labelPackages, { params: { labelid }, query: { pagesize: PAGE_SIZE_MAX } }, { signal }),
  });

/** People of a label by name, job title or company; the former ones stay until others are found. */
export const useLabelPeople = (labelid: string, filter: string) =>
  useQuery({
    queryKey: ['label', 'people', labelid, filter],
    queryFn: ({ signal }) => call(labelPeople, { query: { labelid, filter } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The recipients of a version of a release; the former ones stay until others are found. */
export const useAudiencePeople = (
  releaseid: string,
  version: number,
  query: NonNullable<RouteRequest<typeof audiencePeople>['query']>,
) =>
  useQuery({
    queryKey: ['label', 'release', releaseid, 'audience', version, query],
    queryFn: ({ signal }) => call(audiencePeople, { params: { releaseid }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Fetches the document of another release. Throws ApiError. */
export function useFetchStaffDocument() {
  const cache = useQueryClient();
  return (releaseid: string): Promise<StaffDocument> =>
    cache.query({
      queryKey: documentKey(releaseid),
      queryFn: ({ signal }) => call(staffRelease, { params: { releaseid } }, { signal }),
      staleTime: 0,
    });
}

/**
 * One change of a release after another, each over the document that the one before made, and confirmed where it moves the
 * release to another state. After a failure the document is fetched again.
 */
function useRequest<Change, Saved extends StaffDocument | undefined>(
  releaseid: string,
  send: (change: Change, document: StaffDocument | undefined, query: Confirmed) => Promise<Saved>,
) {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: `edit ${releaseid}` },
    mutationFn: (change: Change) =>
      withConfirmation((query) => send(change, cache.getQueryData<StaffDocument>(documentKey(releaseid)), query)),
    onSuccess: (saved) => showSaved(cache, releaseid, saved),
    onError: () => cache.invalidateQueries({ queryKey: documentKey(releaseid) }),
  });
}

function showSaved(cache: QueryClient, releaseid: string, document: StaffDocument | undefined): void {
  if (document) {
    cache.setQueryData(documentKey(releaseid), document);
    void cache.invalidateQueries({ queryKey: historyKey(releaseid) });
  }
  void cache.invalidateQueries({ queryKey: ['label', 'releases'] });
}

const matchVersion = (document: StaffDocument | undefined) => ({
  headers: { 'if-match': `"${document?.version ?? 0}"` },
});

export const useChangeRelease = (releaseid: string) =>
  useRequest(releaseid, (patch: StaffPatch, document, query) =>
    call(changeRelease, { params: { releaseid }, query, body: patch }, matchVersion(document)),
  );

export const useUndoChange = (releaseid: string) =>
  useRequest(releaseid, (changeid: string, _document, query) =>
    call(undoChange, { params: { releaseid, changeid }, query }),
  );

/** Makes an upload the cover. Returns a sentence about what is wrong with it, such as its size, or null. */
export const useSetCover = (releaseid: string) =>
  useRequest(releaseid, (uploadid: string, document) =>
    call(setCover, { params: { releaseid }, body: { uploadid } }, matchVersion(document)),
  );

export type AttachmentItem = RouteRequest<typeof setAttachments>['body']['attachments'][number];

/** Changes the attachments that count when it is sent. */
export const useSetAttachments = (releaseid: string) =>
  useRequest(releaseid, (change: (attachments: AttachmentItem[]) => AttachmentItem[], document) => {
    const current = (document?.attachments ?? []).map(({ title }, place) => ({ place, title }));
    return call(
      setAttachments,
      { params: { releaseid }, body: { attachments: change(current) } },
      matchVersion(document),
    );
  });

export const useRestoreAttachments = (releaseid: string) =>
  useRequest(releaseid, (_: undefined, document) =>
    call(restoreAttachments, { params: { releaseid } }, matchVersion(document)),
  );

export const useRestoreCover = (releaseid: string) =>
  useRequest(releaseid, (_: undefined, document) =>
    call(restoreCover, { params: { releaseid } }, matchVersion(document)),
  );

export type AudienceBody = RouteRequest<typeof setAudience>['body'];

/** Changes the audience that counts when it is sent. */
export const useSetAudience = (releaseid: string) =>
  useRequest(releaseid, (change: (audience: AudienceBody) => AudienceBody, document) => {
    const {
      packages = [],
      people = [],
      excluded = [],
      addresses = [],
      lists = [],
      excludedlists = [],
    } = document?.audience ?? {};
    const idsOf = (list: StaffDocument['audience']['people']) => list.map(({ playerid }) => playerid);
    const listsOf = (all: StaffDocument['audience']['lists']) => all.map(({ listid }) => listid);
    const body = change({
      packages,
      people: idsOf(people),
      excluded: idsOf(excluded),
      addresses,
      lists: listsOf(lists),
      excludedlists: listsOf(excludedlists),
    });
    return call(setAudience, { params: { releaseid }, body }, matchVersion(document));
  });

export const useCopyTemplate = (releaseid: string) =>
  useRequest(releaseid, (from: string, document) =>
    call(copyTemplate, { params: { releaseid }, body: { from } }, matchVersion(document)),
  );

export type Publication = Omit<RouteRequest<typeof publishDraft>['body'], 'confirmed'>;

export const usePublish = (releaseid: string) =>
  useRequest(releaseid, (publication: Publication, document, { confirmed }) => {
    const body = { ...publication, confirmed: confirmed === '1' };
    return call(publishDraft, { params: { releaseid }, body }, matchVersion(document));
  });

const actions = {
  withdraw,
  restore,
  'cancel-mail': (releaseid: string) => call(cancelMail, { params: { releaseid } }),
};
export type ReleaseAction = keyof typeof actions;

export const useReleaseAction = (releaseid: string) =>
  useRequest(releaseid, (action: ReleaseAction, _document, query) => actions[action](releaseid, query));

export type MailChoice = RouteRequest<typeof changeMail>['body'];

export const useChangeMail = (releaseid: string) =>
  useRequest(releaseid, (body: MailChoice) => call(changeMail, { params: { releaseid }, body }));

export const useDeleteDraft = (releaseid: string) =>
  useRequest(releaseid, async (_: undefined) => {
    await call(deleteDraft, { params: { releaseid } });
    return undefined;
  });

export const useSendTestMail = (releaseid: string) =>
  useMutation({
    mutationFn: (body: RouteRequest<typeof sendTestMail>['body']) =>
      call(sendTestMail, { params: { releaseid }, body }),
  });
