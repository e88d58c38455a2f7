import { runList } from '@promenade/contract/desk';
import type { ListFormat, Naming } from '@promenade/contract/downloads';
import * as contract from '@promenade/contract/downloads';
import type { RouteRequest } from '@promenade/contract/route';
import { shelfList } from '@promenade/contract/shelf';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../platform/api.ts';
import { fetchFile } from '../platform/files.ts';
import { buildUrl } from '../platform/request.ts';
import { saveFile } from '../platform/saveFile.ts';

type ShelfListQuery = Omit<NonNullable<RouteRequest<typeof shelfList>['query']>, 'format'>;

/** What a list is made of. */
export type ListSource =
  | { kind: 'playlist'; playlistid: string }
  | { kind: 'releases'; releaseids: readonly string[] }
  | { kind: 'shelf'; query: ShelfListQuery }
  /** What was flagged in a run. */
  | { kind: 'run'; runid: string };

const key = ['naming'] as const;

/** How the account names files. */
export const useNaming = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => call(contract.naming, {}, { signal }) });

/** Throws ApiError. */
export function useSaveNaming() {
  const cache = useQueryClient();
  return useCallback(
    async (body: Naming) => cache.setQueryData(key, await call(contract.saveNaming, { body })),
    [cache],
  );
}

function listUrl(source: ListSource, list: ListFormat): string {
  if (source.kind === 'playlist')
    return buildUrl(contract.playlistList, { params: { playlistid: source.playlistid, list } });
  if (source.kind === 'run') return buildUrl(runList, { params: { runid: source.runid, list } });
  if (source.kind === 'shelf') return buildUrl(shelfList, { params: { list }, query: source.query });
  return buildUrl(contract.selectionList, { params: { list }, query: { releaseids: source.releaseids.join() } });
}

/** Saves a list as a file. Throws ApiError. */
export async function saveList(source: ListSource, list: ListFormat): Promise<void> {
  const { bytes, name = `list.${list}` } = await fetchFile(listUrl(source, list));
  saveFile(bytes, name);
}
