import {
  changeRelease,
  countRecipients,
  restoreStaffRelease,
  type StaffPatch,
  type StaffReleaseSort,
  staffLabels,
  staffRelease,
  staffReleases,
  withdrawStaffRelease,
} from '@promenade/contract/label';
import { changeLabelSettings, labelSettings } from '@promenade/contract/labelSettings';
import { PAGE_SIZE_MAX } from '@promenade/contract/limits';
import { labelReport } from '@promenade/contract/reports';
import type { RouteRequest } from '@promenade/contract/route';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../platform/api.ts';
import { getZone } from '../platform/format.ts';
import { useAccount } from '../platform/session.ts';

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

export const withdraw = (releaseid: string) => call(withdrawStaffRelease, { params: { releaseid } });

export const restore = (releaseid: string) => call(restoreStaffRelease, { params: { releaseid } });

/** Changes fields of a release, over the version that it has now. */
export async function changeFields(releaseid: string, patch: StaffPatch): Promise<void> {
  const { version } = await call(staffRelease, { params: { releaseid } });
  await call(changeRelease, { params: { releaseid }, body: patch }, { headers: { 'if-match': `"${version}"` } });
}

export const useLabelReport = (query: RouteRequest<typeof labelReport>['query'] | undefined) =>
  useQuery({
    queryKey: ['label', 'report', query],
    queryFn: ({ signal }) => call(labelReport, { query: { labelid: '', ...query, zone: getZone() } }, { signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
