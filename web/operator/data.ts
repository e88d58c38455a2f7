import { discardMails, type MailState, mails, mailView, retryMails } from '@promenade/contract/operator';
import type { RouteRequest } from '@promenade/contract/route';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { buildUrl } from '../platform/request.ts';

/** Mails newest first, page by page; loaded again whenever the outbox opens. */
export function useMails(state: MailState | undefined, to: string) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['operator', 'mails', state, to],
    queryFn: ({ pageParam, signal }) =>
      call(mails, { query: { page: pageParam, ...(state && { state }), ...(to && { to }) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pagesize, total }) => (page * pagesize < total ? page + 1 : undefined),
    staleTime: 0,
  });
  // A mail sent meanwhile shifts the pages: the last mail of a page comes again on the next one.
  const items = [...new Map(data?.pages.flatMap((page) => page.items).map((mail) => [mail.mailid, mail])).values()];
  return { ...query, items, total: data?.pages.at(-1)?.total ?? 0, isLoaded: data !== undefined };
}

/** Address for a frame; the session cookie authorises it. */
export const mailUrl = (mailid: string, part: 'html' | 'text'): string =>
  buildUrl(mailView, { params: { mailid }, query: { part } });

export const retryAll = (body: RouteRequest<typeof retryMails>['body']) => repeat(() => call(retryMails, { body }));
export const discardAll = (body: RouteRequest<typeof discardMails>['body']) =>
  repeat(() => call(discardMails, { body }));

/** One call changes some of the mails. */
async function repeat(change: () => Promise<{ changed: number; left: number }>): Promise<void> {
  for (let last = await change(); last.changed > 0 && last.left > 0; ) last = await change();
}
