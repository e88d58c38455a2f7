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
import { changeLabelSettings, labelSettings } from '@promenade/contract/labelSettings';
import { labelVocabulary } from '@promenade/contract/labelVocabulary';
import { PAGE_SIZE_MAX } from '@promenade/contract/limits';
import type { ProposedKind } from '@promenade/contract/operatorCatalogue';
import { labelReport } from '@promenade/contract/reports';
import type { RouteRequest } from '@promenade/contract/route';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../platform/api.ts';
import { getZone } from '../platform/format.ts';
import { useAccount } from '../platform/session.ts';
import type { Confirmed } from './stateQuestion.ts';

export type StaffReleasesQuery = RouteRequest<typeof staffReleases>['query'] & { sort: StaffReleaseSort };

/** The labels that this account works for, the first hundred by name. */
export const useStaffLabels = () =>
  useQuery({
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
  const isOperator = useAccount()?.operator === true;
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

/** The people of several releases, each counted once. */
export const useRecipientCounts = (releaseids: string[]) =>
  useQuery({
    queryKey: ['label', 'recipients', releaseids],
    queryFn: ({ signal }) => call(countRecipients, { body: { releaseids } }, { signal }),
    enabled: releaseids.length > 0,
    gcTime: 0,
  });

/** Names of the vocabulary with these letters, at most 20; the former ones stay until others are found. */
export const useVocabulary = (labelid: string | null, kind: ProposedKind | undefined, filter: string) =>
  useQuery({
    queryKey: ['label', 'vocabulary', labelid, kind, filter],
    queryFn: ({ signal }) =>
      call(labelVocabulary, { query: { labelid: labelid ?? '', ...(kind && { kind }), filter } }, { signal }),
    enabled: labelid !== null && kind !== undefined && filter !== '',
    placeholderData: keepPreviousData,
    staleTime: VOCABULARY_FRESH_MS,
  });

const VOCABULARY_FRESH_MS = 60_000;

export const withdraw = (releaseid: string, query: Confirmed) =>
  call(withdrawStaffRelease, { params: { releaseid }, query });

export const restore = (releaseid: string, query: Confirmed) =>
  call(restoreStaffRelease, { params: { releaseid }, query });

/** Changes fields of a release, over the document that it has now. Returns the patch that takes the change back. */
export async function changeFields(
  releaseid: string,
  change: (document: StaffDocument['document']) => StaffPatch,
  query: Confirmed,
): Promise<StaffPatch> {
  const { version, document } = await call(staffRelease, { params: { releaseid } });
  const body = change(document);
  const headers = { 'if-match': `"${version}"` };
  await call(changeRelease, { params: { releaseid }, query, body }, { headers });
  return Object.fromEntries(Object.keys(body).map((field) => [field, document[field as 'title'] ?? null]));
}

export const useLabelReport = (query: RouteRequest<typeof labelReport>['query'] | undefined) =>
  useQuery({
    queryKey: ['label', 'report', query],
    queryFn: ({ signal }) => call(labelReport, { query: { labelid: '', ...query, zone: getZone() } }, { signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
