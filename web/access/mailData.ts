import type { RouteRequest } from '@promenade/contract/route';
import * as mails from '@promenade/contract/unsubscribe';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/api.ts';

/** The account and mail setting that an unsubscribe link is about. */
export const getSubscription = (token: string) => call(mails.subscription, { params: { token } });

/** Stops or starts mails of one label or all. */
export const changeSubscription = (token: string, body: RouteRequest<typeof mails.changeSubscription>['body']) =>
  call(mails.changeSubscription, { params: { token }, body });

const labelMailsQuery = {
  queryKey: ['label-mails'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(mails.mailedLabels, {}, { signal }),
};

/** The labels that mailed the account or whose mails it stopped. */
export const useLabelMails = () => useQuery(labelMailsQuery);

/** Stops the mails of a label or starts them again. */
export function useChangeLabelMails() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ labelid, stopped }: { labelid: string; stopped: boolean }) =>
      call(stopped ? mails.stopLabelMails : mails.startLabelMails, { params: { labelid } }),
    onMutate: () => cache.cancelQueries(labelMailsQuery),
    onSuccess: (changed) =>
      cache.setQueryData<{ labels: mails.MailedLabel[] }>(
        labelMailsQuery.queryKey,
        (cached) =>
          cached && { labels: cached.labels.map((label) => (label.labelid === changed.labelid ? changed : label)) },
      ),
  });
}
