import * as privacy from '@promenade/contract/privacy';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { saveFile } from '../platform/saveFile.ts';

const deletionQuery = {
  queryKey: ['deletion'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(privacy.deletion, {}, { signal }),
};

/** Whether the account's deletion was requested. */
export const useDeletion = () => useQuery(deletionQuery);

export function useChangeDeletion() {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: 'deletion' },
    networkMode: 'always',
    mutationFn: (isRequested: boolean) => call(isRequested ? privacy.requestDeletion : privacy.cancelDeletion, {}),
    onMutate: () => cache.cancelQueries({ queryKey: deletionQuery.queryKey }),
    onSuccess: (answer) => cache.setQueryData(deletionQuery.queryKey, answer),
  });
}

/** Saves everything that is stored about the account as a JSON file. */
export function useSavePersonalData() {
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const data = await call(privacy.personalData, {});
      const text = `${JSON.stringify(data, undefined, 2)}\n`;
      saveFile(new Blob([text], { type: 'application/json' }), 'my-data.json');
    },
  });
}
