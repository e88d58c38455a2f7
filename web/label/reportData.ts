import {
  followUp,
  followUpMail,
  type RecipientSort,
  type RecipientState,
  releaseReport,
  reportRecipients,
  reportSheet,
  reportTable,
  sendFollowUp,
} from '@promenade/contract/reports';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../platform/api.ts';
import { onServerEvent } from '../platform/events.ts';
import { fetchFile } from '../platform/files.ts';
import { getZone } from '../platform/format.ts';
import { buildUrl } from '../platform/request.ts';
import { saveFile } from '../platform/saveFile.ts';

const RECIPIENTS_PAGE = 100;
/** Listeners report every five seconds each. */
const LIVE_MS = 2_000;

export interface RecipientFilter {
  state?: RecipientState;
  country?: string;
  company?: string;
  sort: RecipientSort;
}

export const useReport = (releaseid: string) =>
  useQuery({
    queryKey: ['label', 'release', releaseid, 'report'],
    queryFn: ({ signal }) => call(releaseReport, { params: { releaseid }, query: { zone: getZone() } }, { signal }),
    refetchOnMount: 'always',
  });

/** Recipients page by page. `rows` is undefined until the first page is loaded. */
export function useRecipients(releaseid: string, filter: RecipientFilter) {
  const { data, ...list } = useInfiniteQuery({
    queryKey: ['label', 'release', releaseid, 'recipients', filter],
    queryFn: ({ pageParam: page, signal }) =>
      call(
        reportRecipients,
        { params: { releaseid }, query: { ...filter, page, pagesize: RECIPIENTS_PAGE } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, pagesize, total }) => (page * pagesize < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  // A row that moved meanwhile comes on two pages.
  const items = data?.pages.flatMap((page) => page.items);
  const rows = items && [...new Map(items.map((row) => [row.playerid, row])).values()];
  return { ...list, rows, total: data?.pages.at(-1)?.total ?? 0 };
}

/** Loads what is shown again when this happens to the release, at most every two seconds. */
export function useLiveRelease(releaseid: string, type: 'report-changed' | 'release-changed'): void {
  const cache = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void cache.invalidateQueries({ queryKey: ['label', 'release', releaseid] });
      }, LIVE_MS);
    };
    const stops = [
      onServerEvent(type, (event) => event.releaseid === releaseid && refetch()),
      onServerEvent('reconnected', refetch),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [cache, releaseid, type]);
}

/** Saves the report as a table or a PDF. */
export const useSaveReport = (releaseid: string) =>
  useMutation({
    networkMode: 'always',
    mutationFn: async (format: 'csv' | 'pdf') => {
      const params = { releaseid };
      const url =
        format === 'csv'
          ? buildUrl(reportTable, { params })
          : buildUrl(reportSheet, { params, query: { zone: getZone() } });
      const { bytes, name } = await fetchFile(url);
      saveFile(bytes, name ?? `report.${format}`);
    },
  });

const followUpKey = (releaseid: string) => ['label', 'release', releaseid, 'follow-up'];

export const useFollowUp = (releaseid: string, enabled: boolean) =>
  useQuery({
    queryKey: followUpKey(releaseid),
    queryFn: ({ signal }) => call(followUp, { params: { releaseid } }, { signal }),
    enabled,
  });

export function useSendFollowUp(releaseid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(sendFollowUp, { params: { releaseid } }),
    onSuccess: (sent) => cache.setQueryData(followUpKey(releaseid), sent),
    // It may have been sent by somebody else meanwhile.
    onError: () => void cache.invalidateQueries({ queryKey: followUpKey(releaseid) }),
  });
}

/** Address for a frame; the session cookie authorises it. */
export const followUpMailUrl = (releaseid: string): string => buildUrl(followUpMail, { params: { releaseid } });
