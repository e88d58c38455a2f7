import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { CalendarSync, ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Failed } from '../../catalogue/Failed.tsx';
import { RowsSkeleton } from '../../catalogue/Pages.tsx';
import { ZoneNote } from '../../catalogue/ZoneNote.tsx';
import sections from '../../console/sections.module.css';
import { Button } from '../../design/Button.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { PageHeader } from '../../design/PageHeader.tsx';
import { notify } from '../../platform/notices.ts';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { useTitle } from '../../platform/pageTitle.ts';
import { useSetParams } from '../../platform/searchParams.ts';
import { getLanguage, useText } from '../../platform/text.ts';
import { useBelow } from '../../platform/windowWidth.ts';
import { ConfirmState } from '../ConfirmState.tsx';
import { getStateChange } from '../stateQuestion.ts';
import { useCalendar, useMoveDay } from './calendarData.ts';
import { addMonths, type CalendarEntry, type Day, listEntries, listWeeks, toDate, toDay } from './days.ts';
import { Agenda, Month, Undated } from './Month.tsx';

const CalendarFeed = lazyPart(async () => (await import('./CalendarFeed.tsx')).CalendarFeed);

/** The days of the releases of all labels of a person, by month; days are moved by drag and by keys. */
export function Calendar() {
  const t = useText();
  useTitle(t('calendar.title'), false);
  const [params] = useSearchParams();
  const set = useSetParams();
  const [today] = useState(() => toDay(new Date()));
  const asked = params.get('month') ?? '';
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : today.slice(0, 7);
  const weeks = useMemo(() => listWeeks(month), [month]);
  const { data, isError, refetch } = useCalendar(weeks[0]?.[0] ?? '', weeks.at(-1)?.[6] ?? '');
  const entries = useMemo(() => listEntries(data?.items ?? []), [data]);
  const [isSubscribing, setSubscribing] = useState(false);
  const isPhone = useBelow(MOBILE_BELOW_PX);
  const move = useMoveDay();
  const moveEntry = async (entry: Pick<CalendarEntry, 'release' | 'kind'>, day: Day): Promise<boolean> => {
    const { title } = entry.release;
    try {
      const takeBack = await move(entry, day);
      const message = t('calendar.moved', { title, day: formatDay(day) });
      notify({ category: 'operatorDone', message, undo: () => void takeBack().catch(notifyFailure) });
      return true;
    } catch (failure) {
      // Who answered the question with no needs no message.
      if (!getStateChange(failure)) notifyFailure(failure);
      return false;
    }
  };
  const turn = (months: number) => set({ month: addMonths(month, months) }, true);
  const name = toDate(`${month}-01`).toLocaleDateString(getLanguage(), { month: 'long', year: 'numeric' });
  return (
    <div className={sections.page}>
      <PageHeader
        title={t('calendar.title')}
        total={name}
        note={<ZoneNote />}
        actions={
          <>
            <IconButton icon={ChevronLeft} label={t('calendar.previous')} onClick={() => turn(-1)} />
            <Button size="small" onClick={() => set({ month: '' }, true)}>
              {t('calendar.today')}
            </Button>
            <IconButton icon={ChevronRight} label={t('calendar.next')} onClick={() => turn(1)} />
            <Button size="small" icon={CalendarSync} onClick={() => setSubscribing(true)}>
              {t('calendar.subscribe')}
            </Button>
          </>
        }
      />
      {isError && !data && <Failed title={t('calendar.failed')} onRetry={refetch} />}
      {!data && !isError && <RowsSkeleton />}
      {data && (
        <>
          {!isPhone && <p className={sections.hint}>{t('calendar.keys')}</p>}
          {isPhone ? (
            <Agenda entries={entries.filter(({ day }) => day.startsWith(month))} />
          ) : (
            <Month
              today={today}
              name={name}
              month={month}
              weeks={weeks}
              entries={entries}
              undated={data.undated}
              onMove={moveEntry}
            />
          )}
          <Undated releases={data.undated} />
          <ConfirmState />
        </>
      )}
      {isSubscribing && <CalendarFeed onClose={() => setSubscribing(false)} />}
    </div>
  );
}

const formatDay = (day: Day): string => toDate(day).toLocaleDateString(getLanguage(), { dateStyle: 'full' });
