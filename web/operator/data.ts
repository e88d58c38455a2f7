import { mails, mailView } from '@promenade/contract/operator';
import { useInfiniteQuery } from '@tanstack/react-query';
import { address, call } from '../platform/api.ts';

/** The outbox as far as it was asked for, newest first; looked at anew whenever it is opened. */
export function useOutbox() {
  const { data, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['mails'],
    queryFn: ({ pageParam, signal }) => call(mails, { query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pagesize, total }) => (page * pagesize < total ? page + 1 : undefined),
    staleTime: 0,
  });
  // A mail that came meanwhile moves the last one of a page to the next page, too.
  const items = [...new Map(data?.pages.flatMap((page) => page.items).map((mail) => [mail.mailid, mail])).values()];
  return {
    items,
    hasCome: data !== undefined,
    isError,
    isFetching,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  };
}

/** Where a frame finds a mail; the session's cookie opens it. */
export const mailAddress = (mailid: string, part: 'html' | 'text'): string =>
  address(mailView, { params: { mailid }, query: { part } });
