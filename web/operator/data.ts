import { type MailState, mails, mailView } from '@promenade/contract/operator';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { buildUrl } from '../platform/request.ts';

/** Mails newest first, page by page; loaded again whenever the outbox opens. */
export function useMails(state: MailState | undefined) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['operator', 'mails', state],
    queryFn: ({ pageParam, signal }) =>
      call(mails, { query: { page: pageParam, ...(state && { state }) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pagesize, total }) => (page * pagesize < total ? page + 1 : undefined),
    staleTime: 0,
  });
  // A mail sent meanwhile shifts the pages: the last mail of a page comes again on the next one.
  const items = [...new Map(data?.pages.flatMap((page) => page.items).map((mail) => [mail.mailid, mail])).values()];
  return { ...query, items, isLoaded: data !== undefined };
}

/** Address for a frame; the session cookie authorises it. */
export const mailUrl = (mailid: string, part: 'html' | 'text'): string =>
  buildUrl(mailView, { params: { mailid }, query: { part } });
