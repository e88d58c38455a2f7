import { type StaffReleaseSort, staffLabels, staffReleases } from '@promenade/contract/label';
import { PAGE_SIZE_MAX } from '@promenade/contract/limits';
import { labelReport } from '@promenade/contract/reports';
import type { RouteRequest } from '@promenade/contract/route';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../platform/api.ts';

export type StaffReleasesQuery = RouteRequest<typeof staffReleases>['query'] & { sort: StaffReleaseSort };

/** The labels that this account works for, the first hundred by name. */
export const useStaffLabels = () =>
  useQuery({
    queryKey: ['label', 'labels'],
    queryFn: ({ signal }) => call(staffLabels, { query: { pagesize: PAGE_SIZE_MAX } }, { signal }),
  });

/** One page; the former one stays until it is loaded. */
export const useStaffReleases = (query: StaffReleasesQuery) =>
  useQuery({
    queryKey: ['label', 'releases', query],
    queryFn: ({ signal }) => call(staffReleases, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const useLabelReport = (query: RouteRequest<typeof labelReport>['query'] | undefined) =>
  useQuery({
    queryKey: ['label', 'report', query],
    queryFn: ({ signal }) => call(labelReport, { query: query ?? { labelid: '' } }, { signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
