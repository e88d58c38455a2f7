import { PAGE_SIZE_MAX } from '@promenade/contract/limits';
import {
  changePerson,
  countPeople,
  deleteList,
  type GroupCondition,
  groupChoices,
  Imported,
  importPeople,
  listHistory,
  listPeople,
  listTable,
  makeGroup,
  makeList,
  peopleList,
  peopleLists,
  removePerson,
  renameList,
  XLSX_TYPE,
} from '@promenade/contract/lists/lists';
import type { RouteRequest } from '@promenade/contract/route';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { fetchFile, sendBytes } from '../../platform/files.ts';
import { buildUrl } from '../../platform/request.ts';
import { saveFile } from '../../platform/saveFile.ts';

const root = ['label', 'lists'] as const;
const listKey = (listid: string) => [...root, listid] as const;

/** Nothing without a label. */
export const usePeopleLists = (labelid: string | undefined, page = 1) =>
  useQuery({
    queryKey: [...root, 'of', labelid, page],
    queryFn: ({ signal }) =>
      call(peopleLists, { query: { labelid: labelid ?? '', page, pagesize: PAGE_SIZE_MAX } }, { signal }),
    enabled: labelid !== undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const usePeopleList = (listid: string) =>
  useQuery({
    queryKey: [...listKey(listid), 'facts'],
    queryFn: ({ signal }) => call(peopleList, { params: { listid } }, { signal }),
    refetchOnMount: 'always',
  });

export const useListPeople = (listid: string, query: NonNullable<RouteRequest<typeof listPeople>['query']>) =>
  useQuery({
    queryKey: [...listKey(listid), 'people', query],
    queryFn: ({ signal }) => call(listPeople, { params: { listid }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const useListHistory = (listid: string, enabled: boolean) =>
  useQuery({
    queryKey: [...listKey(listid), 'history'],
    queryFn: ({ signal }) => call(listHistory, { params: { listid }, query: { pagesize: PAGE_SIZE_MAX } }, { signal }),
    refetchOnMount: 'always',
    enabled,
  });

/** How the people of the lists of a version of a release will hear of it. */
export const useAudienceCounts = (labelid: string, lists: string[], excluded: string[], version: number) =>
  useQuery({
    queryKey: [...root, 'counts', labelid, lists, excluded, version],
    queryFn: ({ signal }) => call(countPeople, { body: { labelid, lists, excluded } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** How many people a group has that is not made yet. */
export const useConditionCounts = (labelid: string, condition: GroupCondition) =>
  useQuery({
    queryKey: [...root, 'counts', labelid, condition],
    queryFn: ({ signal }) => call(countPeople, { body: { labelid, condition } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const useGroupChoices = (labelid: string) =>
  useQuery({
    queryKey: [...root, 'choices', labelid],
    queryFn: ({ signal }) => call(groupChoices, { query: { labelid } }, { signal }),
    refetchOnMount: 'always',
  });

export const createGroup = (labelid: string, name: string, condition: GroupCondition) =>
  call(makeGroup, { body: { labelid, name, condition } });

/** Loads lists and their people again after a change. */
export function useChanged(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: root });
}

export const createList = (labelid: string, name: string) => call(makeList, { body: { labelid, name } });
export const renameOneList = (listid: string, name: string) => call(renameList, { params: { listid }, body: { name } });
export const deleteOneList = (listid: string) => call(deleteList, { params: { listid } });
export const changeOnePerson = (
  params: { listid: string; personid: string },
  body: RouteRequest<typeof changePerson>['body'],
) => call(changePerson, { params, body });
export const removeOnePerson = (params: { listid: string; personid: string }) => call(removePerson, { params });

export type ImportQuery = NonNullable<RouteRequest<typeof importPeople>['query']>;

/** Sends a file, or a pasted text, to a list. Throws ApiError. */
export async function sendPeople(listid: string, file: Blob, query: ImportQuery): Promise<Imported> {
  const name = file instanceof File ? file.name.toLowerCase() : '';
  const type = name.endsWith('.xlsx') ? XLSX_TYPE : name.endsWith('.csv') ? 'text/csv' : 'text/plain';
  const url = buildUrl(importPeople, { params: { listid }, query });
  return Imported.parse(await sendBytes(url, file, undefined, { type }));
}

/** Saves a list as a table. Throws ApiError. */
export async function saveList(listid: string): Promise<void> {
  const { bytes, name } = await fetchFile(buildUrl(listTable, { params: { listid } }));
  saveFile(bytes, name ?? 'list.csv');
}
