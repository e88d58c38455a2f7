import { calendar, calendarFeed, endCalendarFeed, makeCalendarFeed } from '@promenade/contract/calendar/calendar';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { changeFields } from '../data.ts';
import { withConfirmation } from '../stateQuestion.ts';
import { type CalendarEntry, type Day, moveTo } from './days.ts';

const root = ['label', 'calendar'] as const;

export const useCalendar = (from: Day, to: Day) =>
  useQuery({
    queryKey: [...root, from, to],
    queryFn: ({ signal }) => call(calendar, { query: { from, to } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Moves a day of a release, and asks where that moves the release to another state. Returns what takes it back. */
export function useMoveDay() {
  const cache = useQueryClient();
  const refetch = () => cache.invalidateQueries({ queryKey: ['label'] });
  return async (entry: Pick<CalendarEntry, 'release' | 'kind'>, day: Day): Promise<() => Promise<void>> => {
    const { releaseid } = entry.release;
    try {
      const takeBack = await withConfirmation((query) => changeFields(releaseid, () => moveTo(entry, day), query));
      return async () => {
        await withConfirmation(takeBack);
        await refetch();
      };
    } finally {
      await refetch();
    }
  };
}

const feedKey = ['label', 'calendar-feed'];

export const useCalendarFeed = () =>
  useQuery({
    queryKey: feedKey,
    queryFn: ({ signal }) => call(calendarFeed, {}, { signal }),
    refetchOnMount: 'always',
  });

export const makeFeed = () => call(makeCalendarFeed, {});

export function useEndFeed() {
  const cache = useQueryClient();
  return async () => {
    await call(endCalendarFeed, {});
    await cache.invalidateQueries({ queryKey: feedKey });
  };
}
