import {
  changeRelease,
  countRecipients,
  restoreStaffRelease,
  type StaffDocument,
  type StaffPatch,
  type StaffReleaseSort,
  staffLabels,
  staffRelease,
  staffReleases,
  withdrawStaffRelease,
} from '@promenade/contract/label';
import { changeLabelSettings, labelSettings, labelVocabulary } from '@promenade/contract/labelSettings';
import { PAGE_SIZE_MAX } from '@promenade/contract/limits';
import type { ProposedKind } from '@promenade/contract/releaseFields';
import { labelReport } from '@promenade/contract/reports';
import type { RouteRequest } from '@promenade/contract/route';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../platform/api.ts';
import { getZone } from '../platform/format.ts';
import { useTokenClaims } from '../platform/session.ts';
import type { Confirmed } from './stateQuestion.ts';

export type StaffReleasesQuery = RouteRequest<typeof staffReleases>['query'] & { sort: StaffReleaseSort };

/** The labels that this account works for, the first hundred by name. */
export const useStaffLabels = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['label', 'labels'],
    queryFn: ({ signal }) => call(staffLabels, { query: { pagesize: PAGE_SIZE_MAX } }, { signal }),
  });

/** Those whose releases the caller may change. */
export function useEditableLabels() {
  const labels = useStaffLabels().data?.items;
  return useMemo(() => labels?.filter(({ role }) => role !== 'viewer') ?? [], [labels]);
}

/** Whether the caller may change the releases of a label; those of no label belong to operators. */
export function useMayEdit(): (labelid: string | null) => boolean {
  const labels = useEditableLabels();
  const isOperator = useTokenClaims()?.operator === true;
  return useCallback(
    (labelid) => isOperator || labels.some((label) => label.labelid === labelid),
    [labels, isOperator],
  );
}

export const useLabelSettings = (labelid: string) =>
  useQuery({
    queryKey: ['label', 'settings', labelid],
    queryFn: ({ signal }) => call(labelSettings, { params: { labelid } }, { signal }),
  });

export function useChangeSettings(labelid: string) {
  const cache = useQueryClient();
  return async (body: RouteRequest<typeof changeLabelSettings>['body']) => {
    cache.setQueryData(['label', 'settings', labelid], await call(changeLabelSettings, { params: { labelid }, body }));
  };
}

/** One page; the former one stays until it is loaded. */
export const useStaffReleases = (query: StaffReleasesQuery) =>
  useQuery({
    queryKey: ['label', 'releases', query],
    queryFn: ({ signal }) => call(staffReleases, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const documentKey = (releaseid: string) => ['label', 'release', releaseid, 'document'];

/** @param isLoaded else it is only there once another screen has loaded it */
export const useStaffDocument = (releaseid: string, isLoaded = true) =>
  useQuery({
    queryKey: documentKey(releaseid),
    queryFn: ({ signal }) => call(staffRelease, { params: { releaseid } }, { signal }),
    // What was saved meanwhile is newer than an answer that was on its way.
    structuralSharing: (former, next) =>
      ((former as StaffDocument | undefined)?.version ?? 0) > (next as StaffDocument).version ? former : next,
    refetchOnMount: 'always',
    enabled: isLoaded,
  });

/** The people of several releases, each counted once; the former count stays until others are counted. */
export const useRecipientCounts = (releaseids: string[]) =>
  useQuery({
    queryKey: ['label', 'recipients', releaseids],
    queryFn: ({ signal }) => call(countRecipients, { body: { releaseids } }, { signal }),
    enabled: releaseids.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** Names of the vocabulary with these letters, at most 20; the former ones stay until others are found. */
export const useVocabulary = (labelid: string | null, kind: ProposedKind | undefined, filter: string) =>
  useQuery({
    queryKey: ['label', 'vocabulary', labelid, kind, filter],
    queryFn: ({ signal }) =>
      call(labelVocabulary, { query: { labelid: labelid ?? '', ...(kind && { kind }), filter } }, { signal }),
    enabled: labelid !== null && kind !== undefined,
    placeholderData: keepPreviousData,
    staleTime: VOCABULARY_FRESH_MS,
  });

const VOCABULARY_FRESH_MS = 60_000;

export const withdraw = (releaseid: string, query: Confirmed) =>
  call(withdrawStaffRelease, { params: { releaseid }, query });

export const restore = (releaseid: string, query: Confirmed) =>
  call(restoreStaffRelease, { params: { releaseid }, query });

type Document = StaffDocument['document'];

/**
 * Changes fields of a release, over the document that it has now; an empty patch changes nothing. Returns what takes the
 * change back: fields that somebody changed since stay as they are, of which its answer, false, tells.
 */
export async function changeFields(
  releaseid: string,
  change: (document: Document) => StaffPatch,
  query: Confirmed,
): Promise<(query: Confirmed) => Promise<boolean>> {
  const { version, document: before } = await call(staffRelease, { params: { releaseid } });
  const body = change(before);
  const fields = Object.keys(body) as (keyof Document)[];
  if (fields.length === 0) return () => Promise.resolve(true);
  const headers = { 'if-match': `"${version}"` };
  const { document: after } = await call(changeRelease, { params: { releaseid }, query, body }, { headers });
  return async (undoQuery) => {
    let unchanged = fields;
    const getFormer = (now: Document) => {
      unchanged = fields.filter((field) => JSON.stringify(now[field]) === JSON.stringify(after[field]));
      return Object.fromEntries(unchanged.map((field) => [field, before[field] ?? null]));
    };
    await changeFields(releaseid, getFormer, undoQuery);
    return unchanged.length === fields.length;
  };
}

export const useLabelReport = (query: RouteRequest<typeof labelReport>['query'] | undefined) =>
  useQuery({
    queryKey: ['label', 'report', query],
    queryFn: ({ signal }) => call(labelReport, { query: { labelid: '', ...query, zone: getZone() } }, { signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
