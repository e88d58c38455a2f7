import {
  acceptName,
  changeLabel,
  changePackage,
  checkPackagePeople,
  makeName,
  mergeNames,
  type NameKind,
  names,
  operatorLabel,
  packageMembers,
  packageRule,
  previewNameMerge,
  previewPackageRule,
  type RuleCondition,
  renameName,
  setPackageRule,
} from '@promenade/contract/operatorCatalogue';
import type { ProposedKind } from '@promenade/contract/releaseFields';
import type { RouteRequest } from '@promenade/contract/route';
import { countries } from '@promenade/contract/signUp';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/api.ts';

/** The package that every account holds. */
export const EVERYONE = 'Everyone';

export const useNames = (kind: NameKind, query: NonNullable<RouteRequest<typeof names>['query']>) =>
  useQuery({
    queryKey: ['operator', 'names', kind, query],
    queryFn: ({ signal }) => call(names, { params: { kind }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const createName = (kind: 'labels' | 'packages', name: string) =>
  call(makeName, { params: { kind }, body: { name } });
export const acceptProposal = (kind: ProposedKind, nameid: string) => call(acceptName, { params: { kind, nameid } });
export const renameOne = (kind: NameKind, nameid: string, name: string) =>
  call(renameName, { params: { kind, nameid }, body: { name } });
export const mergeInto = (kind: NameKind, nameid: string, into: string) =>
  call(mergeNames, { params: { kind, nameid }, body: { into } });

/** Nothing until both are chosen. */
export const useMergePreview = (kind: NameKind, nameid: string, into: string) =>
  useQuery({
    // Not read again after the merge, when the one that was merged is gone.
    queryKey: ['operator-merge', kind, nameid, into],
    queryFn: ({ signal }) => call(previewNameMerge, { params: { kind, nameid }, query: { into } }, { signal }),
    enabled: into !== '',
    gcTime: 0,
  });

export const useLabel = (nameid: string) =>
  useQuery({
    queryKey: ['operator', 'label', nameid],
    queryFn: ({ signal }) => call(operatorLabel, { params: { nameid } }, { signal }),
    refetchOnMount: 'always',
  });

export const changeOneLabel = (nameid: string, body: RouteRequest<typeof changeLabel>['body']) =>
  call(changeLabel, { params: { nameid }, body });

export const usePackage = (nameid: string, query: { page: number; filter?: string }) =>
  useQuery({
    queryKey: ['operator', 'package', nameid, query],
    queryFn: ({ signal }) => call(packageMembers, { params: { nameid }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const changeOnePackage = (nameid: string, body: RouteRequest<typeof changePackage>['body']) =>
  call(changePackage, { params: { nameid }, body });

/** Whose accounts the addresses of a pasted list are. */
export const checkPeople = (nameid: string, text: string) =>
  call(checkPackagePeople, { params: { nameid }, body: { text } });

export const useRule = (nameid: string) =>
  useQuery({
    queryKey: ['operator', 'rule', nameid],
    queryFn: ({ signal }) => call(packageRule, { params: { nameid } }, { signal }),
    refetchOnMount: 'always',
  });

export const useRulePreview = (nameid: string, condition: RuleCondition | null, page: number) =>
  useQuery({
    queryKey: ['operator', 'rule-preview', nameid, condition, page],
    queryFn: ({ signal }) =>
      call(previewPackageRule, { params: { nameid }, query: { page }, body: { condition } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** Changes the version that was read, and returns the next one. */
export async function setRule(nameid: string, condition: RuleCondition | null, version: string): Promise<string> {
  const headers = { 'if-match': `"${version}"` };
  return (await call(setPackageRule, { params: { nameid }, body: { condition } }, { headers })).version;
}

/** Codes of ISO 3166-1. */
export const useCountries = () =>
  useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) => (await call(countries, {}, { signal })).data.countries,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads what is shown of the console again. */
export function useRefresh(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ['operator'] });
}
