import {
  type AccountAction,
  account,
  accounts,
  actOnAccount,
  addNote as addNoteRoute,
  applicants,
  changeAccount,
  decideApplication,
  decideCountry as decideCountryRoute,
  deleteNote as deleteNoteRoute,
  exportAccount,
  makeAccount,
  previewPackages,
  undoApplication,
} from '@promenade/contract/operatorPeople';
import type { RouteRequest } from '@promenade/contract/route';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/api.ts';

type Query<Listed extends typeof accounts | typeof applicants> = NonNullable<RouteRequest<Listed>['query']>;

/** A list that the next call may change: it is fetched whenever it is opened. */
const fresh = { placeholderData: keepPreviousData, refetchOnMount: 'always' } as const;

export const useApplicants = (query: Query<typeof applicants>) =>
  useQuery({
    queryKey: ['operator', 'applications', query],
    queryFn: ({ signal }) => call(applicants, { query }, { signal }),
    ...fresh,
  });

export const useAccounts = (query: Query<typeof accounts>) =>
  useQuery({
    queryKey: ['operator', 'people', query],
    queryFn: ({ signal }) => call(accounts, { query }, { signal }),
    ...fresh,
  });

export const useAccountDetail = (playerid: string) =>
  useQuery({
    queryKey: ['operator', 'person', playerid],
    queryFn: ({ signal }) => call(account, { params: { playerid } }, { signal }),
    refetchOnMount: 'always',
  });

export const decideAccount = (playerid: string, body: RouteRequest<typeof decideApplication>['body']) =>
  call(decideApplication, { params: { playerid }, body });

export const undoDecision = (playerid: string) => call(undoApplication, { params: { playerid } });

export const runAction = (playerid: string, action: AccountAction) =>
  call(actOnAccount, { params: { playerid }, body: { action } });

export const decideCountry = (playerid: string, body: RouteRequest<typeof decideCountryRoute>['body']) =>
  call(decideCountryRoute, { params: { playerid }, body });

export type AccountChange = RouteRequest<typeof changeAccount>['body'];

/** Changes the version that was read, and returns the account. It is read again, also after a refusal. */
export function useSaveChange() {
  const cache = useQueryClient();
  return async (playerid: string, version: string, body: AccountChange) => {
    try {
      return await call(changeAccount, { params: { playerid }, body }, { headers: { 'if-match': `"${version}"` } });
    } finally {
      await cache.invalidateQueries({ queryKey: ['operator'] });
    }
  };
}

export const readAccount = (playerid: string) => call(exportAccount, { params: { playerid } });

/** How many releases would come and go with other packages. */
export const usePackagePreview = (playerid: string, packages: readonly string[]) =>
  useQuery({
    queryKey: ['operator', 'package-preview', playerid, packages],
    queryFn: ({ signal }) =>
      call(previewPackages, { params: { playerid }, body: { packages: [...packages] } }, { signal }),
    gcTime: 0,
  });

export const makePerson = (body: RouteRequest<typeof makeAccount>['body']) => call(makeAccount, { body });

export const addNote = (playerid: string, note: string) => call(addNoteRoute, { params: { playerid }, body: { note } });
export const deleteNote = (playerid: string, noteid: string) => call(deleteNoteRoute, { params: { playerid, noteid } });
