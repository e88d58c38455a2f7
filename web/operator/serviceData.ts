import {
  auditLines,
  auditTable,
  discardJob,
  discardMail,
  failedJobs,
  limitsMet,
  operatorStatus,
  operatorToday,
  retryJob,
  retryMail,
  testMail,
  verifyStoredFiles,
} from '@promenade/contract/operatorService';
import type { RouteRequest } from '@promenade/contract/route';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { getZone } from '../platform/format.ts';
import { buildUrl } from '../platform/request.ts';

export type AuditQuery = NonNullable<RouteRequest<typeof auditLines>['query']>;

export const useAudit = (query: AuditQuery) =>
  useQuery({
    queryKey: ['operator', 'audit', query],
    queryFn: ({ signal }) => call(auditLines, { query: { ...query, zone: getZone() } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** The session cookie authorises it. */
export const auditTableUrl = (query: NonNullable<RouteRequest<typeof auditTable>['query']>): string =>
  buildUrl(auditTable, { query: { ...query, zone: getZone() } });

export const useStatus = () =>
  useQuery({
    queryKey: ['operator', 'status'],
    queryFn: ({ signal }) => call(operatorStatus, {}, { signal }),
    refetchOnMount: 'always',
  });

export const useToday = () =>
  useQuery({
    queryKey: ['operator', 'today'],
    queryFn: ({ signal }) => call(operatorToday, {}, { signal }),
    refetchOnMount: 'always',
  });

export const useFailedJobs = () =>
  useQuery({
    queryKey: ['operator', 'jobs'],
    queryFn: ({ signal }) => call(failedJobs, { query: {} }, { signal }),
    refetchOnMount: 'always',
  });

export const useLimitsMet = () =>
  useQuery({
    queryKey: ['operator', 'limits'],
    queryFn: ({ signal }) => call(limitsMet, {}, { signal }),
    refetchOnMount: 'always',
  });

export const startVerification = () => call(verifyStoredFiles, {});
export const sendTestMail = () => call(testMail, {});
export const sendAgain = (mailid: string) => call(retryMail, { params: { mailid } });
export const discardOneMail = (mailid: string, reason: string) =>
  call(discardMail, { params: { mailid }, body: { reason } });
export const runAgain = (jobid: string) => call(retryJob, { params: { jobid } });
export const dropJob = (jobid: string, reason: string) => call(discardJob, { params: { jobid }, body: { reason } });
